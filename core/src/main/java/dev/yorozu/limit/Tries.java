package dev.yorozu.limit;

import dev.yorozu.keyspace.LimitKeys;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Key;
import dev.yorozu.store.Order;
import dev.yorozu.store.Ranked;
import dev.yorozu.store.Store;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;

/**
 * At most so many failed tries of a subject in any span of time as long as the window: guesses of a password.
 *
 * <p>A try is taken before it is made and given back when it succeeds, so that any number of guesses made at once cannot
 * outrun the count. Each is a member of a sorted set by its time, added by a batch that is guarded by how many there are:
 * the limit holds exactly, whatever the concurrency. Tries that have grown too old do not count, and are dropped when
 * they stand in the way or another is added.
 *
 * <p>Fails closed: while the store cannot answer, its {@code StoreException} reaches the caller and no try may be made.
 * Safe for use by many threads.
 */
public final class Tries {
    /** Longer than clocks of servers that share a store may differ: what still counts never ends before its time. */
    private static final Duration MARGIN = Duration.ofMinutes(1);

    /** A refusal is looked at again only when old tries made room, which others then may take: rare more than once. */
    private static final int MOST_ROUNDS = 16;

    private final Store store;
    private final TriesPolicy policy;
    private final RandomTokens random;
    private final InstantSource clock;

    public Tries(Store store, TriesPolicy policy, RandomTokens random, InstantSource clock) {
        this.store = store;
        this.policy = policy;
        this.random = random;
        this.clock = clock;
    }

    /** Takes one try, to be made after this. A subject that the key cannot hold is a fault of the caller. */
    public Attempt take(String subject) {
        Key key = key(subject);
        String mark = random.hex(8);
        Instant now = clock.instant();
        Duration wait = policy.window();
        for (int round = 0; round < MOST_ROUNDS; round++) {
            if (add(key, mark, now)) {
                return new Attempt.Allowed(subject, mark);
            }
            // With the limit-th newest gone there is room again, also where a higher limit once let more in.
            List<Ranked> inTheWay = store.ranks(key, Order.FALLING, policy.limit() - 1L, policy.limit() - 1L);
            if (!inTheWay.isEmpty() && counts(inTheWay.getFirst(), now)) {
                wait = left(inTheWay.getFirst(), now);
                break;
            }
            dropOld(key, now);
        }
        return new Attempt.Refused(wait);
    }

    /** Says that a try succeeded: it does not count, nor do those before it where the policy says so. */
    public void succeeded(Attempt.Allowed attempt) {
        switch (policy.afterSuccess()) {
            case GIVE_BACK -> giveBack(attempt);
            case CLEAR -> clear(attempt.subject());
        }
    }

    /** Takes a try back that was not made, or did not fail. */
    public void giveBack(Attempt.Allowed attempt) {
        store.commit(Batch.builder()
                .rankRemove(key(attempt.subject()), Bytes.of(attempt.mark()))
                .relaxed()
                .build());
    }

    /** Forgets all tries of a subject. */
    public void clear(String subject) {
        store.commit(Batch.builder().delete(key(subject)).build());
    }

    /** How many tries a subject has left now. */
    public int remaining(String subject) {
        Instant now = clock.instant();
        long counted = store.ranks(key(subject), Order.FALLING, 0, policy.limit() - 1L).stream()
                .filter(taken -> counts(taken, now))
                .count();
        return policy.limit() - (int) counted;
    }

    private boolean add(Key key, String mark, Instant now) {
        return store.commit(Batch.builder()
                        .require(Guard.sizeBelow(key, policy.limit()))
                        .rankDrop(key, Double.NEGATIVE_INFINITY, oldest(now))
                        .rankAdd(key, Bytes.of(mark), (double) now.toEpochMilli())
                        .expire(key, Expiry.after(policy.window().plus(MARGIN)))
                        .relaxed()
                        .build())
                .applied();
    }

    private void dropOld(Key key, Instant now) {
        store.commit(Batch.builder()
                .rankDrop(key, Double.NEGATIVE_INFINITY, oldest(now))
                .relaxed()
                .build());
    }

    private boolean counts(Ranked taken, Instant now) {
        return taken.score() > oldest(now);
    }

    /** The newest time of tries that count no more. */
    private double oldest(Instant now) {
        return now.toEpochMilli() - (double) policy.window().toMillis();
    }

    /** Never longer than the window, even if another server's clock is ahead of this one's. */
    private Duration left(Ranked taken, Instant now) {
        long millis = (long) (taken.score() - oldest(now));
        return Duration.ofMillis(Math.clamp(millis, 1, policy.window().toMillis()));
    }

    private Key key(String subject) {
        return LimitKeys.TRIES.key(policy.name(), subject);
    }
}
