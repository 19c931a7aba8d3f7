package dev.yorozu.limit.attempt;

import dev.yorozu.keyspace.LimitKeys;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import dev.yorozu.store.Order;
import dev.yorozu.store.Read;
import dev.yorozu.store.Store;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.OptionalDouble;

/**
 * Which addresses have signed in to an account: the most recent ones, for 90 days each, as digests. Being among them opens
 * nothing; it only sets apart the person whose account strangers guess at. Safe for use by many threads.
 */
final class FamiliarClients {
    private static final int MOST = 32;
    private static final Duration LIFE = Duration.ofDays(90);

    /** Seen again sooner than this, an address is not written again. */
    private static final Duration FRESH = Duration.ofDays(1);

    private final Store store;
    private final String name;
    private final InstantSource clock;

    FamiliarClients(Store store, String name, InstantSource clock) {
        this.store = store;
        this.name = name;
        this.clock = clock;
    }

    /** How familiar an address is. */
    enum Familiarity {
        STRANGER,
        /** Has signed in, but not lately. */
        KNOWN,
        RECENT
    }

    Familiarity of(String account, String client) {
        OptionalDouble last = store.read(new Read.ScoreOf(key(account), Bytes.of(client)));
        Instant now = clock.instant();
        if (last.isEmpty() || last.getAsDouble() <= ago(now, LIFE)) {
            return Familiarity.STRANGER;
        }
        return last.getAsDouble() > ago(now, FRESH) ? Familiarity.RECENT : Familiarity.KNOWN;
    }

    void remember(String account, String client) {
        Key key = key(account);
        Instant now = clock.instant();
        store.commit(Batch.builder()
                .rankDrop(key, Double.NEGATIVE_INFINITY, ago(now, LIFE))
                .rankAdd(key, Bytes.of(client), (double) now.toEpochMilli())
                .rankTrim(key, Order.FALLING, MOST)
                .expire(key, Expiry.after(LIFE))
                .relaxed()
                .build());
    }

    void forget(String account) {
        store.commit(Batch.builder().delete(key(account)).relaxed().build());
    }

    private static double ago(Instant now, Duration time) {
        return now.minus(time).toEpochMilli();
    }

    private Key key(String account) {
        return LimitKeys.FAMILIAR.key(name, account);
    }
}
