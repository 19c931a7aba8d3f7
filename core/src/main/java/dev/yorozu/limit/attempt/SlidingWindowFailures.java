package dev.yorozu.limit.attempt;

import dev.yorozu.keyspace.LimitKeys;
import dev.yorozu.limit.WindowPolicy;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Commit;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Key;
import dev.yorozu.store.Order;
import dev.yorozu.store.Ranked;
import dev.yorozu.store.Read;
import dev.yorozu.store.RoundTrip;
import dev.yorozu.store.Store;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * Failed attempts in any span of time as long as the window: each is a member of a sorted set by its time. Those that have
 * grown too old do not count, and are dropped when another is added.
 */
final class SlidingWindowFailures implements FailureCounter {
    /** Longer than clocks of servers that share a store may differ: what still counts never ends before its time. */
    static final Duration MARGIN = Duration.ofMinutes(1);

    private final Store store;
    private final WindowPolicy policy;

    SlidingWindowFailures(Store store, WindowPolicy policy) {
        this.store = store;
        this.policy = policy;
    }

    @Override
    public Seen none(String subject, Instant now) {
        return new Seen(0, Guard.sizeBelow(key(subject), 1), Duration.ZERO);
    }

    /**
     * What is too old is dropped before it is counted. So the count is the size of the set, which the guard is about: with
     * old ones among them, a failure that drops those and adds itself would leave the set no larger than it was seen.
     */
    @Override
    public Seen look(String subject, Instant now) {
        Key key = key(subject);
        List<Ranked> oldest = store.ranks(key, Order.RISING, 0, 0);
        if (!oldest.isEmpty() && !counts(oldest.getFirst(), now)) {
            store.commit(Batch.builder()
                    .rankDrop(key, Double.NEGATIVE_INFINITY, oldest(now))
                    .relaxed()
                    .build());
        }
        RoundTrip trip = new RoundTrip(store);
        RoundTrip.Answer<Long> count = trip.read(new Read.Size(key));
        RoundTrip.Answer<List<Ranked>> last =
                trip.read(new Read.Ranks(key, Order.FALLING, policy.limit() - 1, policy.limit() - 1));
        trip.send();
        // With the last one gone there is room again, also where a higher limit once let more in.
        Duration retryAfter =
                last.get().isEmpty() ? Duration.ZERO : left(last.get().getFirst(), now);
        return new Seen(count.get(), Guard.sizeBelow(key, count.get() + 1), retryAfter);
    }

    @Override
    public long add(Batch.Builder batch, String subject, String mark, Instant now) {
        Key key = key(subject);
        batch.rankDrop(key, Double.NEGATIVE_INFINITY, oldest(now))
                .rankAdd(key, Bytes.of(mark), (double) now.toEpochMilli())
                .expire(key, Expiry.after(policy.window().plus(MARGIN)));
        RoundTrip trip = new RoundTrip(store);
        RoundTrip.Answer<Commit> added = trip.commit(batch.relaxed().build());
        RoundTrip.Answer<List<Ranked>> listed = trip.read(new Read.Ranks(key, Order.FALLING, 0, policy.limit()));
        trip.send();
        added.get();
        // Whether the list was read before or after the batch is not said, so this one and the old ones are left out of
        // it.
        return 1
                + listed.get().stream()
                        .filter(failed ->
                                counts(failed, now) && !failed.member().equals(Bytes.of(mark)))
                        .count();
    }

    /** They count for as long as the window says: a right password does not make up for wrong ones. */
    @Override
    public void forgive(Batch.Builder batch, String subject, Instant now) {}

    private boolean counts(Ranked failed, Instant now) {
        return failed.score() > oldest(now);
    }

    /** The newest time of attempts that count no more. */
    private double oldest(Instant now) {
        return now.toEpochMilli() - (double) policy.window().toMillis();
    }

    /** Never longer than the window, even if another server's clock is ahead of this one's. */
    private Duration left(Ranked failed, Instant now) {
        long millis = (long) (failed.score() - oldest(now));
        return Duration.ofMillis(Math.clamp(millis, 1, policy.window().toMillis()));
    }

    private Key key(String subject) {
        return LimitKeys.TRIES.key(policy.name(), subject);
    }
}
