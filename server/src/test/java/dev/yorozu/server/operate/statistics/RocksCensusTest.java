package dev.yorozu.server.operate.statistics;

import dev.yorozu.store.Store;
import dev.yorozu.store.rocks.RocksStore;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class RocksCensusTest extends CensusContract {
    @TempDir
    private Path directory;

    @Override
    Store open() {
        return RocksStore.open(directory.resolve("store"));
    }
}
