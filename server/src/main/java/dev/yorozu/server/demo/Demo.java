package dev.yorozu.server.demo;

import dev.yorozu.credential.Credentials;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.server.access.password.PasswordSettings;
import dev.yorozu.server.config.AuditSettings;
import dev.yorozu.server.config.ServerSettings;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.config.StartException;
import dev.yorozu.server.demo.patreon.Spending;
import dev.yorozu.server.demo.provider.PracticeApp;
import dev.yorozu.server.demo.provider.PracticeProvider;
import dev.yorozu.server.directory.DirectoryOnDemand;
import dev.yorozu.server.http.HttpModule;
import dev.yorozu.server.pages.MountedPage;
import dev.yorozu.server.systems.discord.DiscordSettings;
import dev.yorozu.server.systems.nostalgic.NostalgicSettings;
import dev.yorozu.server.systems.tokens.TokensSettings;
import dev.yorozu.server.systems.users.UsersSettings;
import dev.yorozu.store.Store;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.Stream;

/** A demonstration: how its server is set up, its practice provider, and what its store holds at first. */
public final class Demo {
    private static final String HOST = "127.0.0.1";
    private static final String MOUNT = "/discord";
    private static final String TOKENS_MOUNT = "/tokens";
    private static final String USERS_MOUNT = "/users";
    private static final int USUAL_DOOR = 6380;
    private static final String MOST_TRIES = "1000";

    private final int port;
    private final Path data;
    private final String receiveKey;
    private final PracticeApp app;
    private final PracticeProvider provider;
    private final PracticeAccounts accounts;
    private final PatreonDemo patreon;
    private final PracticeDoor door;
    private final RandomTokens random;
    private final InstantSource clock;
    private volatile Spending purse = (user, tokens) -> false;

    /**
     * A demonstration on this port.
     *
     * @param data a directory that exists and is writable
     */
    public Demo(int port, Path data, RandomTokens random, InstantSource clock) {
        this.port = port;
        this.data = data;
        this.receiveKey = ReceiveKeyFile.inDirectory(data, random);
        this.random = random;
        this.clock = clock;
        this.app = PracticeApp.discord(origin(), MOUNT, SampleState.HOST, random);
        this.provider = new PracticeProvider(app, random, clock);
        this.accounts = new PracticeAccounts(TOKENS_MOUNT + MountedPage.PATH, USERS_MOUNT + MountedPage.PATH, random);
        this.door = new PracticeDoor(isFree(USUAL_DOOR) ? USUAL_DOOR : free());
        this.patreon = new PatreonDemo(origin(), data, (user, tokens) -> purse.spend(user, tokens), random, clock);
    }

    /** The value of one setting. */
    public record Value(String name, String text) {}

    /**
     * The port to listen on. Every address of the demonstration holds it, so that it must be known before the start.
     *
     * @param insisted whether no other will do
     */
    public static int port(Settings settings, boolean insisted) {
        int wanted = settings.value(ServerSettings.PORT);
        if (wanted == 0) {
            return free();
        }
        return insisted || isFree(wanted) ? wanted : free();
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getByName(HOST))) {
            return socket.isBound();
        } catch (IOException taken) {
            return false;
        }
    }

    private static int free() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName(HOST))) {
            return socket.getLocalPort();
        } catch (IOException none) {
            throw new StartException(
                    "No port of this machine is free: stop another program, or choose one with --port.");
        }
    }

    private String origin() {
        return "http://" + HOST + ":" + port;
    }

    /** What the server of this demonstration is set to, beside its data directory. */
    public List<Value> settings() {
        List<Value> own = List.of(
                new Value(ServerSettings.HOST.name(), HOST),
                new Value(ServerSettings.PORT.name(), Integer.toString(port)),
                new Value(AuditSettings.KINDS.name(), "link,session,token"),
                new Value("log.level", "warn"),
                new Value("log.access", "off"),
                new Value("log.format", "text"),
                new Value(DiscordSettings.MOUNT.name(), MOUNT),
                new Value(TokensSettings.MOUNT.name(), TOKENS_MOUNT),
                new Value(UsersSettings.MOUNT.name(), USERS_MOUNT),
                new Value(DiscordSettings.CLIENT_ID.name(), app.clientId()),
                new Value(DiscordSettings.CLIENT_SECRET.name(), app.clientSecret()),
                new Value(DiscordSettings.SITE_ORIGIN.name(), origin()),
                new Value(DiscordSettings.AUTHORIZE_URL.name(), origin() + PracticeProvider.AUTHORIZE),
                new Value(DiscordSettings.API_URL.name(), origin() + PracticeProvider.API),
                new Value(TokensSettings.REGISTRATION.name(), "open"),
                // Whoever mistypes a practice password a few times must not wait for an hour.
                new Value("systems.users.limits.login", MOST_TRIES),
                new Value("systems.users.limits.loginAccount", MOST_TRIES),
                new Value("systems.tokens.limits.login", MOST_TRIES),
                new Value("systems.tokens.limits.loginAccount", MOST_TRIES),
                new Value(NostalgicSettings.LOOPBACK_PAGES.name(), "on"),
                new Value("systems.discord.receive.key", receiveKey),
                new Value("systems.discord.receive.hosts", SampleState.HOST),
                new Value("systems.discord.receive.page", "on"));
        return Stream.of(own, patreon.settings(), door.settings())
                .flatMap(List::stream)
                .toList();
    }

    /**
     * What its server has beside the systems.
     *
     * @param settings those of the server
     */
    public List<HttpModule> modules(Settings settings) {
        return Stream.concat(Stream.of(provider, accounts), patreon.modules(settings).stream())
                .toList();
    }

    public PracticeAccounts accounts() {
        return accounts;
    }

    public PracticeDoor door() {
        return door;
    }

    /**
     * Makes the practice accounts and the credential of the door, and puts samples into a store that has none yet.
     *
     * @param directory stays the caller's, who closes it after the server has stopped
     */
    public void fill(Settings settings, Store store, DirectoryOnDemand directory) {
        accounts.fill(directory.get(), PasswordSettings.passwords(settings));
        boolean first = new SampleState(settings, store, random, clock).fill();
        door.fill(new Credentials(store, random, clock));
        if (first) {
            new SampleLogins(settings, store, data, random, clock).fill(directory.get());
        }
        SamplePatrons patrons = new SamplePatrons(store, directory, random, clock);
        patrons.fill(first);
        purse = patrons;
    }
}
