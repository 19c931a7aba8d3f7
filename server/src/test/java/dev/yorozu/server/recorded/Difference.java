package dev.yorozu.server.recorded;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Where two transcripts part: the first entry that differs, line by line. */
final class Difference {
    private Difference() {}

    /** Empty when both are the same. */
    static Optional<String> first(List<String> expected, List<String> actual) {
        for (int i = 0; i < Math.max(expected.size(), actual.size()); i++) {
            String before = i < expected.size() ? expected.get(i) : "";
            String now = i < actual.size() ? actual.get(i) : "";
            if (!before.equals(now)) {
                String request =
                        (now.isEmpty() ? before : now).lines().findFirst().orElse("");
                return Optional.of("Request " + (i + 1) + ", " + request + "\n--- recorded\n+++ now\n"
                        + String.join(
                                "\n",
                                unified(before.lines().toList(), now.lines().toList())));
            }
        }
        return Optional.empty();
    }

    /** All lines of both, those of the first alone with a minus, those of the second alone with a plus. */
    private static List<String> unified(List<String> before, List<String> now) {
        int[][] common = common(before, now);
        List<String> lines = new ArrayList<>();
        int i = 0;
        int j = 0;
        while (i < before.size() || j < now.size()) {
            if (i < before.size() && j < now.size() && before.get(i).equals(now.get(j))) {
                lines.add(" " + before.get(i++));
                j++;
            } else if (j == now.size() || (i < before.size() && common[i + 1][j] >= common[i][j + 1])) {
                lines.add("-" + before.get(i++));
            } else {
                lines.add("+" + now.get(j++));
            }
        }
        return lines;
    }

    /** How many lines the rests from each pair of places on have in common, in order. */
    private static int[][] common(List<String> before, List<String> now) {
        int[][] common = new int[before.size() + 1][now.size() + 1];
        for (int i = before.size() - 1; i >= 0; i--) {
            for (int j = now.size() - 1; j >= 0; j--) {
                common[i][j] = before.get(i).equals(now.get(j))
                        ? common[i + 1][j + 1] + 1
                        : Math.max(common[i + 1][j], common[i][j + 1]);
            }
        }
        return common;
    }
}
