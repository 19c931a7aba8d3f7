package dev.yorozu.server.systems.tokens;

import dev.yorozu.account.Account;
import dev.yorozu.account.AccountCreation;
import dev.yorozu.account.Accounts;
import dev.yorozu.account.Role;
import dev.yorozu.jwt.SigningKey;
import dev.yorozu.jwt.SigningKeys;
import dev.yorozu.secret.Storage;
import dev.yorozu.server.CountingStore;
import dev.yorozu.server.RunningServer;
import dev.yorozu.server.TestHost;
import dev.yorozu.server.written.Written;
import dev.yorozu.store.Store;
import dev.yorozu.store.backend.Limits;
import dev.yorozu.store.backend.StoreObserver;
import dev.yorozu.store.memory.MemoryStore;
import dev.yorozu.token.ledger.Logins;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A running server with this system alone, behind a proxy that says where calls come from. Everybody has the same
 * password, and everybody and everything has a name and an address of its own, so that tests can share a site.
 */
public final class TokenSite implements AutoCloseable {
    static final String PASSWORD = "correct horse battery";
    public static final byte[] SECRET =
            "a secret of more than thirty-two bytes for tests".getBytes(StandardCharsets.UTF_8);
    static final String ISSUER = "https://issuer.example";
    static final String AUDIENCE = "tests";

    private static final AtomicInteger NUMBERS = new AtomicInteger();

    private final CountingStore store;
    private final TestDirectory directory;
    private final Accounts accounts;
    private final Logins tokens;
    private final TestHost host;
    private final RunningServer server;
    private boolean ownDirectory;

    TokenSite(Store kept, InstantSource clock, Storage storage, Map<String, String> more) {
        this(kept, new TestDirectory(clock), keys(), clock, storage, more);
        ownDirectory = true;
    }

    static SigningKeys keys() {
        Written.secret(new String(SECRET, StandardCharsets.UTF_8));
        return SigningKeys.of(SigningKey.hs256(SECRET));
    }

    /** @param directory stays the caller's */
    TokenSite(
            Store kept,
            TestDirectory directory,
            SigningKeys keys,
            InstantSource clock,
            Storage storage,
            Map<String, String> more) {
        this.store = new CountingStore(kept);
        this.directory = directory;
        Map<String, String> flags = new HashMap<>(Map.of(
                "storage",
                storage.name().toLowerCase(Locale.ROOT),
                "trustedProxies",
                "127.0.0.1",
                "systems.tokens.jwt.issuer",
                ISSUER,
                "systems.tokens.jwt.audience",
                AUDIENCE));
        flags.putAll(more);
        this.host = TestHost.of(store, flags, clock).with(directory).signing(() -> keys);
        TokensSystem system = new TokensSystem();
        this.tokens = system.tokens(host).orElseThrow().logins().orElseThrow();
        this.accounts = new Accounts(directory, host.passwords(), system.termination(host));
        this.server = host.serving(system, flags);
    }

    /** In memory, by a clock of the test's. */
    public static TokenSite of(InstantSource clock, Storage storage, Map<String, String> more) {
        return new TokenSite(new MemoryStore(clock, Limits.DEFAULT, StoreObserver.NONE), clock, storage, more);
    }

    static TokenSite of(InstantSource clock, Storage storage) {
        return of(clock, storage, Map.of());
    }

    /** Somebody new, enabled and without any device. */
    public Account user() {
        return account(Role.USER);
    }

    Account admin() {
        return account(Role.ADMIN);
    }

    private Account account(String role) {
        String name = "user" + NUMBERS.incrementAndGet();
        AccountCreation creation = accounts.create(name, "The " + name, name + "@example.com", PASSWORD, Set.of(role));
        return ((AccountCreation.Created) creation).account();
    }

    /** A program on a device of its own, at an address of its own. */
    App app() {
        int number = NUMBERS.incrementAndGet();
        return new App(
                server.server().url(), "device " + number, "10.%d.%d.7".formatted(number / 256 % 256, number % 256));
    }

    /** The program of another site, at the same address, which asks this site. */
    App appLike(App other) {
        return other.at(server.server().url());
    }

    /** A program that this user signed in with. */
    public App app(Account user) throws Exception {
        return app().signedIn(user.loginId());
    }

    CountingStore store() {
        return store;
    }

    TestDirectory directory() {
        return directory;
    }

    Accounts accounts() {
        return accounts;
    }

    Logins tokens() {
        return tokens;
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
        if (ownDirectory) {
            directory.close();
        }
    }
}
