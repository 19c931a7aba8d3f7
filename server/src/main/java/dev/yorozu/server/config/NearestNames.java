package dev.yorozu.server.config;

import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The known names that a mistyped one may stand for: of settings, variables, commands and options. */
public final class NearestNames {
    private static final Pattern BETWEEN_WORDS = Pattern.compile("[._-]+|(?<=[a-z0-9])(?=[A-Z])");
    private static final int MOST = 3;

    private NearestNames() {}

    /** The names as a question mentions them, such as "server.host or server.port"; empty when none is near. */
    public static Optional<String> of(String mistyped, Collection<String> known) {
        List<String> longer = withTheSameWords(mistyped, known);
        List<String> nearest = longer.isEmpty() || longer.size() > MOST ? misspelled(mistyped, known) : longer;
        return nearest.isEmpty() ? Optional.empty() : Optional.of(String.join(" or ", nearest));
    }

    /** Names that have all the words in the same order, and the fewest others: {@code port} means {@code server.port}. */
    private static List<String> withTheSameWords(String mistyped, Collection<String> known) {
        List<String> words = words(mistyped);
        List<String> all = known.stream()
                .filter(name -> containsInOrder(words(name), words))
                .toList();
        int fewest = all.stream().mapToInt(name -> words(name).size()).min().orElse(0);
        return all.stream()
                .filter(name -> words(name).size() == fewest)
                .sorted()
                .collect(Collectors.toList());
    }

    private static List<String> words(String name) {
        return Arrays.stream(BETWEEN_WORDS.split(name, 0))
                .filter(word -> !word.isEmpty())
                .map(word -> word.toLowerCase(Locale.ROOT))
                .toList();
    }

    private static boolean containsInOrder(List<String> all, List<String> some) {
        int next = 0;
        for (String word : all) {
            next += next < some.size() && word.equals(some.get(next)) ? 1 : 0;
        }
        return !some.isEmpty() && next == some.size();
    }

    private static List<String> misspelled(String mistyped, Collection<String> known) {
        String wanted = mistyped.toLowerCase(Locale.ROOT);
        return known.stream()
                .min(Comparator.comparingInt(name -> distance(wanted, name.toLowerCase(Locale.ROOT))))
                .filter(name -> distance(wanted, name.toLowerCase(Locale.ROOT)) <= Math.max(2, name.length() / 3))
                .filter(name -> distance(wanted, name.toLowerCase(Locale.ROOT)) < wanted.length())
                .stream()
                .toList();
    }

    /** How many letters must be typed, removed or replaced to make one word of the other (Levenshtein). */
    private static int distance(String one, String other) {
        int[] row = new int[other.length() + 1];
        for (int j = 0; j < row.length; j++) {
            row[j] = j;
        }
        for (int i = 1; i <= one.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j < row.length; j++) {
                int replaced = diagonal + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[other.length()];
    }
}
