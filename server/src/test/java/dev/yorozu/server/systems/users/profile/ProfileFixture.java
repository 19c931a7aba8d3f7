package dev.yorozu.server.systems.users.profile;

import dev.yorozu.keyspace.UserKeys;
import dev.yorozu.server.systems.tokens.TestDirectory;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import dev.yorozu.store.Store;
import dev.yorozu.store.backend.Limits;
import dev.yorozu.store.backend.StoreObserver;
import dev.yorozu.store.memory.MemoryStore;
import dev.yorozu.store.testkit.HeldClock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/** A site in memory by a held clock, with its directory, for the tests of one class. */
final class ProfileFixture implements AutoCloseable {
    /** A quarter of a second before a quarter past. */
    static final Instant START = Instant.parse("2026-03-01T12:14:59.750Z");

    static final String HANAKO =
            "{\"first_name\":\"花子\",\"last_name\":\"山田\",\"phone\":\"090-1234-5678\"," + "\"address\":\"東京都渋谷区\"}";

    final HeldClock clock = new HeldClock(START);
    final Store store = new MemoryStore(clock, Limits.DEFAULT, StoreObserver.NONE);
    private final TestDirectory kept = new TestDirectory(clock);
    final WatchedDirectory directory = new WatchedDirectory(kept);
    final ProfileSite site;

    ProfileFixture(Map<String, String> flags) {
        site = new ProfileSite(store, directory.directory(), clock, flags);
    }

    /** Somebody new with a profile, which is not in the cache. */
    Person hanako() throws Exception {
        Person person = site.person();
        person.post("/profile", HANAKO).isStatus(201);
        return person;
    }

    static Key cached(Person person) {
        return UserKeys.PROFILE.key(person.id());
    }

    void put(Key key, String value) {
        store.commit(Batch.builder()
                .put(key, value, Expiry.after(Duration.ofSeconds(300)))
                .build());
    }

    @Override
    public void close() {
        site.close();
        kept.close();
    }
}
