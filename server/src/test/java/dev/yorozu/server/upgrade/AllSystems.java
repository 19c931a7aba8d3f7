package dev.yorozu.server.upgrade;

import dev.yorozu.account.Directory;
import dev.yorozu.account.Role;
import dev.yorozu.keyspace.Keyspace;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.secret.Storage;
import dev.yorozu.server.CountingStore;
import dev.yorozu.server.boot.Server;
import dev.yorozu.server.boot.StandardSettings;
import dev.yorozu.server.boot.Systems;
import dev.yorozu.server.boot.Telemetry;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.config.SettingsReader;
import dev.yorozu.server.directory.DirectoryOnDemand;
import dev.yorozu.server.operate.statistics.Census;
import dev.yorozu.server.operate.statistics.CensusPolicy;
import dev.yorozu.server.systems.Host;
import dev.yorozu.server.systems.discord.DiscordStandIn;
import dev.yorozu.server.systems.patreon.PatreonStandIn;
import dev.yorozu.server.written.Written;
import dev.yorozu.store.Store;
import dev.yorozu.store.testkit.HeldClock;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A server with every system on one store, put together as {@code serve} does it, but for the clock, which is held, and
 * the stand-ins for Discord and Patreon. It is behind a proxy that says where calls come from.
 */
public final class AllSystems implements AutoCloseable {
    static final String REDIRECT = "http://localhost:8080/callback";
    private static final String RECEIVE_KEY = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
    private static final String PATREON_SECRET = "the-secret-of-the-test-that-signs-tokens";

    private final ByteArrayOutputStream log = new ByteArrayOutputStream();
    private final AtomicInteger clients = new AtomicInteger();
    private final DiscordStandIn discord = new DiscordStandIn();
    private final PatreonStandIn patreon = new PatreonStandIn();
    private final CountingStore store;
    private final Settings settings;
    private final Telemetry telemetry;
    private final DirectoryOnDemand directory;
    private final Host host;
    private final Server server;

    /**
     * @param kept closed with the server
     * @param data a directory that exists; accounts and keys that lie there are used
     */
    public AllSystems(Store kept, Path data, HeldClock clock, Storage storage, Map<String, String> more) {
        this.store = new CountingStore(kept);
        Map<String, String> flags = new HashMap<>(discord.settings());
        flags.putAll(patreon());
        flags.put("storage", storage.name().toLowerCase(Locale.ROOT));
        flags.put("data", data.toString());
        flags.putAll(more);
        this.settings = settings(flags);
        this.telemetry = Telemetry.start(settings, new PrintStream(log, true, StandardCharsets.UTF_8));
        Store metered = telemetry.meter(store);
        this.directory = new DirectoryOnDemand(settings, clock);
        RandomTokens random = RandomTokens.secure();
        // Not started, so that nothing asks the store but the requests.
        Census census =
                new Census(metered, Keyspace.schema(), CensusPolicy.of(settings, false), List::of, random, clock);
        this.host =
                new Host(Systems.ALL, settings, metered, directory, census, telemetry::metrics, data, random, clock);
        host.outgoingThrough(telemetry::trace);
        this.server = Server.start(settings, telemetry, metered, Systems.modules(host));
    }

    private Map<String, String> patreon() {
        return Map.of(
                "systems.patreon.clientId",
                PatreonStandIn.CLIENT_ID,
                "systems.patreon.clientSecret",
                PatreonStandIn.CLIENT_SECRET,
                "systems.patreon.campaignId",
                PatreonStandIn.CAMPAIGN,
                "systems.patreon.jwtSecret",
                PATREON_SECRET,
                "systems.patreon.redirectUris",
                REDIRECT,
                "systems.patreon.apiUrl",
                patreon.url());
    }

    public static Settings settings(Map<String, String> flags) {
        SettingsReader reader = new SettingsReader(StandardSettings.schema()).withoutFile();
        Map<String, String> all = new HashMap<>(Map.of(
                "server.port", "0",
                "trustedProxies", "127.0.0.1",
                "systems.discord.receive.key", RECEIVE_KEY,
                "systems.tokens.registration", "open",
                // No RSA key is made for each server.
                "systems.users.jwt.algorithm", "hs256",
                // Passwords are not what is looked at here.
                "passwords.memory", "8KiB",
                "passwords.iterations", "1"));
        all.putAll(flags);
        all.forEach((name, value) -> reader.flag(name, "--" + name, value));
        return reader.read();
    }

    /** Somebody at an address of their own. */
    public Client client() {
        int number = clients.incrementAndGet();
        return client("10.0.%d.%d".formatted(number / 256 % 256, number % 256));
    }

    public Client client(String address) {
        return new Client(server.url(), address);
    }

    public DiscordStandIn discord() {
        return discord;
    }

    public PatreonStandIn patron() {
        return patreon;
    }

    public CountingStore store() {
        return store;
    }

    public DirectoryOnDemand directory() {
        return directory;
    }

    /** Makes an operator of somebody, which no route of the systems does. */
    public void promote(String identifier) {
        Directory accounts = directory.get();
        accounts.grant(accounts.findByIdentifier(identifier).orElseThrow().id(), Role.ADMIN);
    }

    @Override
    public void close() {
        server.close();
        host.close();
        directory.close();
        telemetry.close();
        discord.close();
        patreon.close();
        Written.text(log.toString(StandardCharsets.UTF_8));
    }
}
