package dev.yorozu.server.systems.patreon;

import dev.yorozu.secret.Storage;
import dev.yorozu.server.CountingStore;
import dev.yorozu.server.RunningServer;
import dev.yorozu.server.TestHost;
import dev.yorozu.server.boot.StandardSettings;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.config.SettingsReader;
import dev.yorozu.server.written.Written;
import dev.yorozu.store.Store;
import dev.yorozu.store.backend.Limits;
import dev.yorozu.store.backend.StoreObserver;
import dev.yorozu.store.memory.MemoryStore;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A running server with this system alone, behind a proxy that says where calls come from, with a stand-in for Patreon.
 * Everybody has an id and an address of their own, so that tests can share a site.
 */
public final class PatreonSite implements AutoCloseable {
    static final String REDIRECT = "http://localhost:8080/callback";
    static final String WEBHOOK_SECRET = "the-webhook-secret-of-the-test";
    static final String JWT_SECRET = "the-secret-of-the-test-that-signs-tokens";

    private static final AtomicInteger NUMBERS = new AtomicInteger();

    private final PatreonStandIn patreon = new PatreonStandIn();
    private final TestPatrons patrons;
    private final CountingStore store;
    private final TestHost host;
    private final RunningServer server;

    PatreonSite(Store kept, InstantSource clock, Storage storage, Map<String, String> more) {
        this(kept, new TestPatrons(clock), clock, storage, more);
    }

    private PatreonSite(
            Store kept, TestPatrons patrons, InstantSource clock, Storage storage, Map<String, String> more) {
        this.patrons = patrons;
        this.store = new CountingStore(kept);
        Map<String, String> flags = new HashMap<>(flags(storage));
        flags.putAll(more);
        flags.values().removeIf(String::isEmpty);
        this.host = TestHost.of(store, flags, clock).with(patrons);
        this.server = host.serving(new PatreonSystem(), flags);
        List.of(WEBHOOK_SECRET, JWT_SECRET, PatreonStandIn.CLIENT_SECRET).forEach(Written::secret);
    }

    private Map<String, String> flags(Storage storage) {
        return Map.ofEntries(
                Map.entry("storage", storage.name().toLowerCase(Locale.ROOT)),
                Map.entry("trustedProxies", "127.0.0.1"),
                Map.entry("systems.patreon.page", "off"),
                Map.entry("systems.patreon.clientId", PatreonStandIn.CLIENT_ID),
                Map.entry("systems.patreon.clientSecret", PatreonStandIn.CLIENT_SECRET),
                Map.entry("systems.patreon.campaignId", PatreonStandIn.CAMPAIGN),
                Map.entry("systems.patreon.webhookSecret", WEBHOOK_SECRET),
                Map.entry("systems.patreon.jwtSecret", JWT_SECRET),
                Map.entry("systems.patreon.redirectUris", REDIRECT),
                Map.entry("systems.patreon.allowedOrigins", "https://app.example.com"),
                Map.entry("systems.patreon.apiUrl", patreon.url()));
    }

    static Settings settings(Map<String, String> flags) {
        SettingsReader reader = new SettingsReader(StandardSettings.schema()).withoutFile();
        flags.forEach((name, value) -> reader.flag(name, "--" + name, value));
        return reader.read();
    }

    /** In memory, by a clock of the test's. */
    public static PatreonSite of(InstantSource clock, Storage storage, Map<String, String> more) {
        return new PatreonSite(new MemoryStore(clock, Limits.DEFAULT, StoreObserver.NONE), clock, storage, more);
    }

    static PatreonSite of(TestPatrons patrons, InstantSource clock) {
        return new PatreonSite(
                new MemoryStore(clock, Limits.DEFAULT, StoreObserver.NONE),
                patrons,
                clock,
                Storage.DOCUMENTED,
                Map.of());
    }

    static PatreonSite of(InstantSource clock, Storage storage) {
        return of(clock, storage, Map.of());
    }

    /** The id of somebody whom nobody has heard of yet. */
    static String user() {
        return Integer.toString(5_000_000 + NUMBERS.incrementAndGet());
    }

    /** Somebody new who gives this much. */
    public String user(long tierCents) {
        String user = user();
        patreon.pledge(user, Pledge.of(tierCents));
        return user;
    }

    /** A program at an address of its own. */
    PatronApp app() {
        int number = NUMBERS.incrementAndGet();
        return new PatronApp(server.server().url(), "10.%d.%d.7".formatted(number / 256 % 256, number % 256));
    }

    /** A program that this user signed in with. */
    public PatronApp app(String user) throws Exception {
        PatronApp app = app();
        app.signIn(user).isOk();
        return app;
    }

    PatreonStandIn patreon() {
        return patreon;
    }

    TestPatrons patrons() {
        return patrons;
    }

    TestHost host() {
        return host;
    }

    CountingStore store() {
        return store;
    }

    RunningServer server() {
        return server;
    }

    String metrics() {
        return host.metricsText();
    }

    @Override
    public void close() {
        server.close();
        patreon.close();
        host.close();
        patrons.close();
    }
}
