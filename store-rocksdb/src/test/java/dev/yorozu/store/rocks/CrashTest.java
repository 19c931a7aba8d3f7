package dev.yorozu.store.rocks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.store.Bytes;
import dev.yorozu.store.Store;
import dev.yorozu.store.testkit.Rounds;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kills a process that commits, at random moments, and looks at what it left. */
class CrashTest {
    private static final int WRITERS = 16;

    @TempDir
    Path directory;

    @Test
    void everythingAcknowledgedSurvivesAndNothingIsHalfApplied() throws Exception {
        Random random = new Random();
        long[] acknowledged = new long[WRITERS];
        for (int round = 0; round < Rounds.of(5, 50); round++) {
            long before = Arrays.stream(acknowledged).sum();
            runUntilKilled(random.nextInt(3000), acknowledged);
            assertThat(Arrays.stream(acknowledged).sum()).isGreaterThan(before);
            try (Store store = RocksStore.open(directory)) {
                for (int writer = 0; writer < WRITERS; writer++) {
                    long survived = Survivors.consistent(store, writer);
                    // At most the one batch under way may be there beside what was acknowledged.
                    assertThat(survived).isBetween(acknowledged[writer], acknowledged[writer] + 1);
                    acknowledged[writer] = survived;
                }
            }
        }
    }

    /** Reads so many acknowledgements, then kills without warning, then reads what was still on its way. */
    private void runUntilKilled(int enough, long[] acknowledged) throws IOException {
        try (Child child = Child.start(CrashWriter.class, directory.toString(), Integer.toString(WRITERS))) {
            String line = child.lines().readLine();
            for (int read = 0; line != null; read++) {
                if (read == enough) {
                    child.process()
                            .toHandle()
                            .destroyForcibly(); // Unlike the process itself, its handle leaves the pipe open.
                }
                note(line, acknowledged);
                line = child.lines().readLine();
            }
        }
    }

    /** A line that the kill cut short acknowledges nothing. */
    private static void note(String line, long[] acknowledged) {
        String[] words = line.split(" ", -1);
        OptionalLong number = words.length == 2 ? Bytes.of(words[1]).number() : OptionalLong.empty();
        if (number.isPresent()) {
            int writer = Integer.parseInt(words[0]);
            acknowledged[writer] = Math.max(acknowledged[writer], number.getAsLong());
        }
    }
}
