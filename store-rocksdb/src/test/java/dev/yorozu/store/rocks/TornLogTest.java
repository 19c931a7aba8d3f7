package dev.yorozu.store.rocks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.store.Store;
import dev.yorozu.store.testkit.Rounds;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Cuts the newest log off at random bytes. What the cut destroyed is gone, acknowledged or not; what is left must be a
 * prefix of the commits, in their order, and no batch may be half there.
 */
class TornLogTest {
    private static final int WRITERS = 8;
    private static final int BATCHES = 40;

    @TempDir
    Path temporary;

    @Test
    void whatIsLeftIsAPrefixOfTheCommits() throws Exception {
        Path whole = temporary.resolve("whole");
        List<String> order = commitAll(whole);
        long length = Files.size(newestLog(whole));
        Random random = new Random();
        int shortest = order.size();
        for (int i = 0; i < Rounds.of(12, 200); i++) {
            long cut = i == 0 ? length - 1 : random.nextLong(length);
            Path torn = copy(whole, temporary.resolve("torn-" + i));
            try (FileChannel log = FileChannel.open(newestLog(torn), StandardOpenOption.WRITE)) {
                log.truncate(cut);
            }
            List<String> left = survivors(torn);
            assertThat(left).as("cut at %d of %d", cut, length).isEqualTo(order.subList(0, left.size()));
            shortest = Math.min(shortest, left.size());
        }
        assertThat(shortest).isLessThan(order.size());
    }

    private static List<String> commitAll(Path directory) throws InterruptedException {
        try (Store store = RocksStore.open(directory)) {
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < WRITERS; i++) {
                int writer = i;
                threads.add(Thread.startVirtualThread(() -> {
                    for (int n = 1; n <= BATCHES; n++) {
                        store.commit(CrashWriter.batch(writer, n));
                    }
                }));
            }
            for (Thread thread : threads) {
                thread.join();
            }
            List<String> order = Survivors.order(store);
            assertThat(order).hasSize(WRITERS * BATCHES);
            return order;
        }
    }

    private static List<String> survivors(Path directory) {
        try (Store store = RocksStore.open(directory)) {
            List<String> left = Survivors.order(store);
            for (int i = 0; i < WRITERS; i++) {
                String writer = i + " ";
                long count =
                        left.stream().filter(line -> line.startsWith(writer)).count();
                assertThat(Survivors.consistent(store, i)).isEqualTo(count);
            }
            return left;
        }
    }

    private static Path newestLog(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toString().endsWith(".log"))
                    .max(Path::compareTo)
                    .orElseThrow();
        }
    }

    private static Path copy(Path from, Path to) throws IOException {
        Files.createDirectory(to);
        try (Stream<Path> files = Files.list(from)) {
            files.forEach(file -> {
                try {
                    Files.copy(file, to.resolve(file.getFileName()));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
        return to;
    }
}
