package dev.yorozu.server.cli;

import dev.yorozu.keyspace.DiscordKeys;
import dev.yorozu.keyspace.NostalgicKeys;
import dev.yorozu.server.cli.Program.Ended;
import dev.yorozu.server.operate.backup.format.SampleStore;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import dev.yorozu.store.Store;
import dev.yorozu.store.rocks.RocksStore;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A data directory with a filled store, and commands on it. */
abstract class CommandsFixture {
    static final String SID = "0123456789abcdef".repeat(4);

    @TempDir
    Path directory;

    Path data = Path.of("");

    @BeforeEach
    void fill() {
        data = directory.resolve("data");
        try (Store store = RocksStore.open(data.resolve("store"))) {
            SampleStore.fill(store, 300);
            for (int i = 0; i < 700; i++) {
                store.commit(Batch.builder()
                        .add(NostalgicKeys.COUNTER_TOTAL.key("site-" + i), i)
                        .relaxed()
                        .build());
            }
            store.commit(Batch.builder()
                    .put(session(), "{\"secret\":true}", Expiry.after(Duration.ofDays(29)))
                    .build());
        }
    }

    static Key session() {
        return DiscordKeys.SESSION.key(SID);
    }

    final Ended ask(String... question) {
        List<String> arguments = new ArrayList<>(Arrays.asList(question));
        arguments.addAll(List.of("--data", data.toString()));
        return Commands.run(arguments.toArray(String[]::new));
    }
}
