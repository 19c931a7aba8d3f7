package dev.yorozu.store.rocks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.store.Store;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Takes the disk away from a process that commits, and gives it back. Its files may not grow beyond a limit meanwhile,
 * which the system enforces as it does a full disk: the write fails.
 */
class FullDiskTest {
    @TempDir
    Path directory;

    @Test
    void theStoreSaysWhatBecameOfEachBatchAndRecoversByItself() throws Exception {
        Map<String, List<Integer>> outcomes = new HashMap<>();
        try (Child child = Child.start(FullDiskWriter.class, directory.toString())) {
            readUntil("done", 20, child, outcomes);
            limitFiles(child, "300000:");
            readUntil("unknown", 1, child, outcomes);
            readUntil("refused", 20, child, outcomes);
            int done = outcomes.getOrDefault("done", List.of()).size();
            limitFiles(child, "unlimited:");
            readUntil("done", done + 20, child, outcomes);
        }
        try (Store store = RocksStore.open(directory)) {
            for (int n : outcomes.getOrDefault("done", List.of())) {
                assertThat(store.get(FullDiskWriter.key(n)))
                        .as("acknowledged %d", n)
                        .isPresent();
            }
            for (int n : outcomes.getOrDefault("refused", List.of())) {
                assertThat(store.get(FullDiskWriter.key(n))).as("refused %d", n).isEmpty();
            }
        }
    }

    /** Reads outcomes until there are so many of this kind; what was committed first must be readable all the time. */
    private static void readUntil(String kind, int count, Child child, Map<String, List<Integer>> outcomes)
            throws IOException {
        while (outcomes.computeIfAbsent(kind, key -> new ArrayList<>()).size() < count) {
            String line = child.lines().readLine();
            assertThat(line).as("the process ended").isNotNull();
            String[] words = line.split(" ", -1);
            assertThat(words[2]).as(line).isEqualTo("readable");
            outcomes.computeIfAbsent(words[0], key -> new ArrayList<>()).add(Integer.parseInt(words[1]));
        }
    }

    static void limitFiles(Child child, String limit) throws Exception {
        String pid = Long.toString(child.process().pid());
        try {
            Process process = new ProcessBuilder("prlimit", "--pid", pid, "--fsize=" + limit)
                    .inheritIO()
                    .start();
            assertThat(process.waitFor()).isZero();
        } catch (IOException e) {
            throw new AssertionError("This test needs prlimit: apt-get install util-linux", e);
        }
    }
}
