package dev.yorozu.store.rocks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.store.Store;
import dev.yorozu.store.testkit.Rounds;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kills a process that counts in memory, or takes its disk away, and looks at what it left. */
class DeferredCrashTest {
    /** A flush begins a second after the last, and takes its time where the machine is busy. */
    private static final long FORGOTTEN_MILLIS = 5000;

    @TempDir
    Path directory;

    /** What a {@link DeferredWriter} said of one round. */
    private record Line(long millis, String counted, String put, int n) {
        static Stream<Line> of(String text) {
            String[] words = text.split(" ", -1);
            boolean whole = words.length == 4 && !words[3].isEmpty();
            return whole
                    ? Stream.of(new Line(Long.parseLong(words[0]), words[1], words[2], Integer.parseInt(words[3])))
                    : Stream.empty();
        }

        boolean isCounted() {
            return !counted.equals("refused");
        }

        long count() {
            return Long.parseLong(counted);
        }
    }

    @Test
    void aKilledProcessForgetsNoMoreThanTheLastMoments() throws Exception {
        Random random = new Random();
        long kept = 0;
        for (int round = 0; round < Rounds.of(3, 20); round++) {
            List<Line> lines = runUntilKilled(200 + random.nextInt(1500));
            long last = lines.getLast().count();
            long flushed = lines.stream()
                    .filter(line -> line.millis() < lines.getLast().millis() - FORGOTTEN_MILLIS)
                    .mapToLong(Line::count)
                    .max()
                    .orElse(kept);
            assertThat(lines.getFirst().count()).isEqualTo(kept + 1);
            try (Store store = RocksStore.open(directory)) {
                kept = count(store);
                // At most the one under way may be there beside what was told.
                assertThat(kept).isBetween(flushed, last + 1);
                for (Line line : lines) {
                    assertThat(store.get(DeferredWriter.key(line.n()))).isPresent();
                }
            }
        }
    }

    private static long count(Store store) {
        return store.get(DeferredWriter.COUNT)
                .map(bytes -> bytes.number().orElseThrow())
                .orElse(0L);
    }

    private List<Line> runUntilKilled(int enough) throws IOException {
        List<Line> lines = new ArrayList<>();
        try (Child child = Child.start(DeferredWriter.class, directory.toString(), "10")) {
            for (String line = child.lines().readLine();
                    line != null;
                    line = child.lines().readLine()) {
                Line.of(line).forEach(lines::add);
                if (lines.size() == enough) {
                    child.process().toHandle().destroyForcibly();
                }
            }
        }
        return lines;
    }

    @Test
    void aFullDiskRefusesCountsAndLosesNoneThatWereTold() throws Exception {
        long told = 0;
        try (Child child = Child.start(DeferredWriter.class, directory.toString(), "10000")) {
            told = readUntil(child, told, line -> line.n() >= 20);
            FullDiskTest.limitFiles(child, "300000:");
            told = readUntil(child, told, line -> !line.isCounted());
            FullDiskTest.limitFiles(child, "unlimited:");
            long before = told;
            told = readUntil(child, told, line -> line.isCounted() && line.count() > before + 20);
            // Each that was told is there, or the next would not follow it.
            assertThat(told).isGreaterThan(before);
        }
    }

    /** Reads until there is such a line; returns the last count, which follows the one before it without a gap. */
    private static long readUntil(Child child, long told, Predicate<Line> enough) throws IOException {
        long last = told;
        while (true) {
            String text = child.lines().readLine();
            assertThat(text).as("the process ended").isNotNull();
            for (Line line : Line.of(text).toList()) {
                if (line.isCounted()) {
                    assertThat(line.count()).isEqualTo(last + 1);
                    last = line.count();
                }
                if (enough.test(line)) {
                    return last;
                }
            }
        }
    }
}
