package dev.yorozu.server.systems.discord;

import dev.yorozu.secret.Storage;
import dev.yorozu.server.CountingStore;
import dev.yorozu.server.RunningServer;
import dev.yorozu.server.TestHost;
import dev.yorozu.session.Sessions;
import dev.yorozu.store.Store;
import dev.yorozu.store.backend.Limits;
import dev.yorozu.store.backend.StoreObserver;
import dev.yorozu.store.memory.MemoryStore;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** A running server with this system alone, and a stand-in for Discord beside it. */
final class TestSite implements AutoCloseable {
    static final String RECEIVE_KEY = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
    static final String SID = "[A-Za-z0-9_-]{32}";

    private final DiscordStandIn discord = new DiscordStandIn();
    private final CountingStore store;
    private final TestHost host;
    private final RunningServer server;

    TestSite(Store kept, InstantSource clock, Storage storage, Map<String, String> more) {
        store = new CountingStore(kept);
        Map<String, String> flags = new HashMap<>(discord.settings());
        flags.put("storage", storage.name().toLowerCase(Locale.ROOT));
        flags.put("systems.discord.receive.key", RECEIVE_KEY);
        flags.putAll(more);
        flags.values().removeIf(String::isEmpty);
        host = TestHost.of(store, flags, clock);
        server = host.serving(new DiscordSystem(), flags);
    }

    /** In memory, by a clock of the test's. */
    static TestSite of(InstantSource clock, Storage storage, Map<String, String> more) {
        return new TestSite(new MemoryStore(clock, Limits.DEFAULT, StoreObserver.NONE), clock, storage, more);
    }

    static TestSite of(Storage storage) {
        return of(InstantSource.system(), storage, Map.of());
    }

    DiscordStandIn discord() {
        return discord;
    }

    CountingStore store() {
        return store;
    }

    Sessions sessions() {
        return DiscordSystem.sessions(host.settings(), store, host.random(), host.clock());
    }

    RunningServer server() {
        return server;
    }

    Browser browser() {
        return new Browser(server.server().url());
    }

    @Override
    public void close() {
        server.close();
        host.close();
        discord.close();
    }
}
