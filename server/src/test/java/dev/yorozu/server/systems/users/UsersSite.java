package dev.yorozu.server.systems.users;

import dev.yorozu.account.Account;
import dev.yorozu.account.AccountCreation;
import dev.yorozu.account.Accounts;
import dev.yorozu.account.Role;
import dev.yorozu.jwt.Jwt;
import dev.yorozu.jwt.JwtPolicy;
import dev.yorozu.jwt.Jwts;
import dev.yorozu.jwt.SigningKey;
import dev.yorozu.jwt.SigningKeys;
import dev.yorozu.secret.Storage;
import dev.yorozu.server.CountingStore;
import dev.yorozu.server.RunningServer;
import dev.yorozu.server.TestHost;
import dev.yorozu.server.systems.tokens.TestDirectory;
import dev.yorozu.store.Store;
import dev.yorozu.store.backend.Limits;
import dev.yorozu.store.backend.StoreObserver;
import dev.yorozu.store.memory.MemoryStore;
import dev.yorozu.token.TokenSessions;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.security.interfaces.RSAPrivateCrtKey;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A running server with this system alone, behind a proxy that says where calls come from. Everybody has the same
 * password, and everybody and everything has a name and an address of its own, so that tests can share a site.
 */
public final class UsersSite implements AutoCloseable {
    public static final String PASSWORD = "correct horse battery";

    private static final AtomicInteger NUMBERS = new AtomicInteger();

    /** Made once: to make an RSA key takes longer than most tests. */
    private static final SigningKey KEY = key();

    private final CountingStore store;
    private final TestDirectory directory;
    private final AtomicReference<SigningKeys> keys;
    private final Accounts accounts;
    private final TokenSessions logins;
    private final TestHost host;
    private final RunningServer server;
    private boolean ownDirectory;

    /** @param directory stays the caller's */
    UsersSite(Store kept, TestDirectory directory, InstantSource clock, Storage storage, Map<String, String> more) {
        this.store = new CountingStore(kept);
        this.directory = directory;
        this.keys = new AtomicReference<>(SigningKeys.of(KEY));
        Map<String, String> flags = new HashMap<>(
                Map.of("storage", storage.name().toLowerCase(Locale.ROOT), "trustedProxies", "127.0.0.1"));
        flags.putAll(more);
        this.host = TestHost.of(store, flags, clock).with(directory).signing(keys::get);
        UsersSystem system = new UsersSystem();
        this.logins = UsersSystem.logins(host.settings(), store, keys::get, host.random(), clock);
        this.accounts = new Accounts(directory, host.passwords(), system.termination(host));
        this.server = host.serving(system, flags);
    }

    static SigningKey key() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(2048);
            return SigningKey.rs256(
                    (RSAPrivateCrtKey) generator.generateKeyPair().getPrivate());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform makes RSA keys", e);
        }
    }

    /** In memory, by a clock of the test's. */
    public static UsersSite of(InstantSource clock, Storage storage, Map<String, String> more) {
        UsersSite site = new UsersSite(
                new MemoryStore(clock, Limits.DEFAULT, StoreObserver.NONE),
                new TestDirectory(clock),
                clock,
                storage,
                more);
        site.ownDirectory = true;
        return site;
    }

    public static UsersSite of(InstantSource clock, Storage storage) {
        return of(clock, storage, Map.of());
    }

    /** Signs with another key from now on; what the older ones signed still counts. */
    SigningKey rotate() {
        SigningKey newest = key();
        keys.updateAndGet(older -> new SigningKeys(newest, older.all()));
        return newest;
    }

    /** A token that this site signed, whatever it would issue itself. */
    public String sign(JwtPolicy policy, Jwt jwt) {
        return new Jwts(keys::get, policy, InstantSource.system()).sign(jwt);
    }

    /** Somebody new, enabled and without any session. */
    public Account user() {
        return account(Role.USER);
    }

    public Account admin() {
        return account(Role.ADMIN);
    }

    private Account account(String role) {
        String name = "person" + NUMBERS.incrementAndGet();
        AccountCreation creation = accounts.create(name, "The " + name, name + "@example.com", PASSWORD, Set.of(role));
        return ((AccountCreation.Created) creation).account();
    }

    /** An e-mail address that nobody has. */
    static String email() {
        return "new" + NUMBERS.incrementAndGet() + "@example.com";
    }

    /** A program at an address of its own. */
    public UserApp app() {
        int number = NUMBERS.incrementAndGet();
        return new UserApp(server.server().url(), "10.%d.%d.7".formatted(number / 256 % 256, number % 256));
    }

    /** A program that this user signed in with. */
    public UserApp app(Account user) throws Exception {
        UserApp app = app();
        app.login(user.email(), PASSWORD).isOk();
        return app;
    }

    public CountingStore store() {
        return store;
    }

    public TestDirectory directory() {
        return directory;
    }

    Accounts accounts() {
        return accounts;
    }

    TokenSessions logins() {
        return logins;
    }

    public RunningServer server() {
        return server;
    }

    public String metrics() {
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
