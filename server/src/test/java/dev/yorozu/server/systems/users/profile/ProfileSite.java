package dev.yorozu.server.systems.users.profile;

import dev.yorozu.account.Account;
import dev.yorozu.account.AccountCreation;
import dev.yorozu.account.AccountTermination;
import dev.yorozu.account.Accounts;
import dev.yorozu.account.Directory;
import dev.yorozu.account.Role;
import dev.yorozu.json.Document;
import dev.yorozu.jwt.SigningKey;
import dev.yorozu.jwt.SigningKeys;
import dev.yorozu.server.CountingStore;
import dev.yorozu.server.RunningServer;
import dev.yorozu.server.TestHost;
import dev.yorozu.server.systems.users.UsersSystem;
import dev.yorozu.server.written.Written;
import dev.yorozu.store.Store;
import dev.yorozu.token.Claims;
import dev.yorozu.token.Issued;
import dev.yorozu.token.TokenSessions;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.security.interfaces.RSAPrivateCrtKey;
import java.time.InstantSource;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/** A running server with the user API alone. Everybody has a name of their own, so that tests can share a site. */
final class ProfileSite implements AutoCloseable {
    private static final AtomicInteger NUMBERS = new AtomicInteger();
    /** Making one takes longer than most tests. */
    private static final SigningKeys KEYS = keys();

    private final CountingStore store;
    private final Accounts accounts;
    private final TokenSessions logins;
    private final TestHost host;
    private final RunningServer server;

    /** @param directory stays the caller's */
    ProfileSite(Store kept, Directory directory, InstantSource clock, Map<String, String> flags) {
        this.store = new CountingStore(kept);
        this.host = TestHost.of(store, flags, clock).with(directory).signing(() -> KEYS);
        this.accounts = new Accounts(directory, host.passwords(), AccountTermination.NONE);
        this.logins = UsersSystem.logins(host.settings(), store, () -> KEYS, host.random(), clock);
        this.server = host.serving(new UsersSystem(), flags);
    }

    private static SigningKeys keys() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(2048);
            return SigningKeys.of(SigningKey.rs256(
                    (RSAPrivateCrtKey) generator.generateKeyPair().getPrivate()));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Somebody new who has just signed in. */
    Person person() {
        return person(Role.USER);
    }

    Person admin() {
        return person(Role.ADMIN);
    }

    private Person person(String role) {
        String name = "person" + NUMBERS.incrementAndGet();
        AccountCreation creation =
                accounts.create(name, "The " + name, name + "@example.com", "a password of " + name, Set.of(role));
        return signedIn(((AccountCreation.Created) creation).account());
    }

    /** The same person on another device. */
    Person signedIn(Account account) {
        Issued tokens = logins.signIn(
                        false, Document.empty(), new Claims(account.uuid().toString(), Document.empty()))
                .orElseThrow();
        Written.secret(tokens.accessToken());
        Written.secret(tokens.refreshToken());
        return new Person(server.server().url(), account, tokens);
    }

    CountingStore store() {
        return store;
    }

    TokenSessions logins() {
        return logins;
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
    }
}
