package dev.yorozu.server;

import dev.yorozu.keyspace.Keyspace;
import dev.yorozu.limit.attempt.BoundedWaits;
import dev.yorozu.secret.Passwords;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.server.access.password.Argon2Cost;
import dev.yorozu.server.access.password.Argon2Passwords;
import dev.yorozu.server.boot.Systems;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.directory.DirectoryOnDemand;
import dev.yorozu.server.metrics.Metrics;
import dev.yorozu.server.operate.statistics.Census;
import dev.yorozu.server.operate.statistics.CensusPolicy;
import dev.yorozu.server.systems.Host;
import dev.yorozu.store.Store;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;

/** What a system is given by a test that serves it alone: nothing waits for long, and a password costs little to check. */
public class ServedHost extends Host {
    private static final int MOST_AT_ONCE = 64;

    public ServedHost(Settings settings, Store store, Metrics metrics, InstantSource clock) {
        this(settings, store, metrics, RandomTokens.secure(), clock);
    }

    private ServedHost(Settings settings, Store store, Metrics metrics, RandomTokens random, InstantSource clock) {
        super(
                Systems.ALL,
                settings,
                store,
                new DirectoryOnDemand(settings, clock),
                // Not started, so that nothing asks the store but the requests.
                new Census(store, Keyspace.schema(), CensusPolicy.of(settings, false), List::of, random, clock),
                () -> metrics,
                Path.of("no data of this test"),
                random,
                clock);
    }

    @Override
    public Passwords passwords(int shortest) {
        return new Argon2Passwords(new Argon2Cost(64, 1, 1), MOST_AT_ONCE, shortest, new SecureRandom());
    }

    @Override
    public BoundedWaits waiting() {
        return ShortWaits.waiting();
    }
}
