package dev.yorozu.server.systems.tokens;

import dev.yorozu.secret.Storage;
import dev.yorozu.server.doors.redis.OpenDoor;
import dev.yorozu.store.Store;
import dev.yorozu.store.rocks.RocksStore;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** The document's commands on the embedded store, through the door: there is no Redis. */
final class DocumentAtTheDoorTest extends DocumentCommandsContract {
    @TempDir
    static Path directory;

    private static Store store;
    private static TokenSite site;
    private static OpenDoor door;
    private static String secret;

    DocumentAtTheDoorTest() {
        super(site, door.port(), secret);
    }

    @BeforeAll
    static void start() {
        store = RocksStore.open(directory.resolve("store"));
        site = new TokenSite(store, InstantSource.system(), Storage.DOCUMENTED, Map.of());
        door = new OpenDoor(store, InstantSource.system());
        secret = door.secret("operator", OpenDoor.EVERYTHING);
    }

    @AfterAll
    static void stop() {
        door.close();
        site.close();
        store.close();
    }
}
