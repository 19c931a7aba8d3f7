package dev.yorozu.server;

import dev.yorozu.account.Directory;
import dev.yorozu.jwt.SigningKeys;
import dev.yorozu.keyspace.Keyspace;
import dev.yorozu.limit.attempt.BoundedWaits;
import dev.yorozu.membership.Patrons;
import dev.yorozu.oauth.Outgoing;
import dev.yorozu.secret.Passwords;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.server.access.ClientAddress;
import dev.yorozu.server.access.password.Argon2Cost;
import dev.yorozu.server.access.password.Argon2Passwords;
import dev.yorozu.server.boot.StandardSettings;
import dev.yorozu.server.config.PrivacySettings;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.config.SettingsReader;
import dev.yorozu.server.directory.DirectoryOnDemand;
import dev.yorozu.server.directory.KeptAccounts;
import dev.yorozu.server.http.HttpModule;
import dev.yorozu.server.metrics.Metrics;
import dev.yorozu.server.operate.statistics.Census;
import dev.yorozu.server.operate.statistics.CensusPolicy;
import dev.yorozu.server.signing.IssuerKeys;
import dev.yorozu.server.systems.Host;
import dev.yorozu.server.systems.HostedSystem;
import dev.yorozu.server.systems.tokens.TestDirectory;
import dev.yorozu.server.systems.tokens.TestPasswords;
import dev.yorozu.store.Store;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a server gives to one system in a test: passwords that are hashed fast, waits that are short, addresses under a salt
 * that is known, and whatever the test puts in place of the rest. Files are made only where the test replaces too little.
 */
public final class TestHost extends Host {
    private static final int MOST_AT_ONCE = 64;

    private final Metrics metrics;
    private @Nullable Directory directory;
    private @Nullable KeptAccounts accounts;
    private @Nullable Patrons patrons;
    private @Nullable Outgoing outgoing;
    private @Nullable IssuerKeys keys;

    private TestHost(Settings settings, Store store, Metrics metrics, InstantSource clock) {
        super(
                List.of(),
                settings,
                store,
                new DirectoryOnDemand(settings, clock),
                new Census(
                        store,
                        Keyspace.schema(),
                        CensusPolicy.of(settings, false),
                        List::of,
                        RandomTokens.secure(),
                        clock),
                () -> metrics,
                Path.of("no-data-directory"),
                RandomTokens.secure(),
                clock);
        this.metrics = metrics;
    }

    /** @param flags as on the command line; all other settings are as nobody set them */
    public static TestHost of(Store store, Map<String, String> flags, InstantSource clock) {
        return new TestHost(settings(flags), store, new Metrics("test"), clock);
    }

    public static Settings settings(Map<String, String> flags) {
        SettingsReader reader = new SettingsReader(StandardSettings.schema());
        flags.forEach((name, value) -> reader.flag(name, "--" + name, value));
        return reader.read();
    }

    /** Has systems find this directory, which stays the caller's. */
    public TestHost with(Directory other) {
        directory = other;
        accounts = new KeptAccounts(() -> other, store(), random(), clock());
        if (other instanceof TestDirectory test) {
            test.keepBeside(accounts);
        }
        return this;
    }

    /** Has systems find these patrons, which stay the caller's. */
    public TestHost with(Patrons other) {
        patrons = other;
        return this;
    }

    /** Has systems reach providers this way, which stays the caller's. */
    public TestHost with(Outgoing other) {
        outgoing = other;
        return this;
    }

    /** Has every system sign with these. */
    public TestHost signing(Supplier<SigningKeys> other) {
        keys = IssuerKeys.given(other);
        return this;
    }

    /** A running server with this system alone. */
    public RunningServer serving(HostedSystem system, Map<String, String> flags) {
        return new RunningServer(store(), flags, system.modules(this).toArray(HttpModule[]::new));
    }

    /** What the system counted, as Prometheus is told. */
    public String metricsText() {
        return new String(metrics.text(), StandardCharsets.UTF_8);
    }

    @Override
    public Directory directory() {
        return directory == null ? super.directory() : directory;
    }

    @Override
    public Optional<Directory> findDirectory() {
        return directory == null ? super.findDirectory() : Optional.of(directory);
    }

    @Override
    public KeptAccounts accounts() {
        return accounts == null ? super.accounts() : accounts;
    }

    @Override
    public Patrons patrons() {
        return patrons == null ? super.patrons() : patrons;
    }

    @Override
    public synchronized Outgoing outgoing() {
        return outgoing == null ? super.outgoing() : outgoing;
    }

    @Override
    public synchronized IssuerKeys keys(String system, Supplier<IssuerKeys> maker) {
        return keys == null ? super.keys(system, maker) : keys;
    }

    @Override
    public Passwords passwords() {
        return TestPasswords.SET;
    }

    @Override
    public Passwords passwords(int shortest) {
        return new Argon2Passwords(new Argon2Cost(64, 1, 1), MOST_AT_ONCE, shortest, new SecureRandom());
    }

    @Override
    public BoundedWaits waiting() {
        return ShortWaits.waiting();
    }

    @Override
    public synchronized ClientAddress addresses() {
        return new ClientAddress(
                settings().find(PrivacySettings.TRUSTED_PROXIES).orElse(List.of()),
                "salt".getBytes(StandardCharsets.UTF_8));
    }
}
