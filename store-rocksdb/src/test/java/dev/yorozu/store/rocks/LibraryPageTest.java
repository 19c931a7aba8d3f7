package dev.yorozu.store.rocks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.keyspace.NostalgicKeys;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Commit;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Key;
import dev.yorozu.store.Store;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example of docs/library.md of the library, as a program that does what it says. */
final class LibraryPageTest {
    private static String visit(Path data) {
        // The page shows these lines.
        try (Store store = RocksStore.open(data)) {
            Key visit = NostalgicKeys.COUNTER_VISIT.key("example-100680ad", "00112233aabbccdd");
            Key total = NostalgicKeys.COUNTER_TOTAL.key("example-100680ad");

            return switch (store.commit(Batch.builder()
                    .require(Guard.absent(visit))
                    .put(visit, "1", Expiry.after(Duration.ofHours(12)))
                    .add(total, 1)
                    .build())) {
                case Commit.Applied applied -> "visit number " + applied.number(1);
                case Commit.Rejected rejected -> "counted before";
            };
        }
    }

    @Test
    void aVisitorCountsOnce(@TempDir Path data) {
        assertThat(visit(data)).isEqualTo("visit number 1");
        assertThat(visit(data)).isEqualTo("counted before");
    }

    @Test
    void theLibrarysPageShowsThisProgram() throws IOException {
        String readme = Files.readString(Path.of("..", "docs", "library.md"));
        String test = Files.readString(
                Path.of("src", "test", "java", "dev", "yorozu", "store", "rocks", "LibraryPageTest.java"));
        String example = test.substring(test.indexOf("Key visit"), test.indexOf(".build())) {"));
        assertThat(words(readme)).contains(words(example).replace("return switch", "switch"));
    }

    private static String words(String text) {
        return text.replaceAll("\\s+", " ");
    }
}
