package dev.yorozu.limit.attempt;

import dev.yorozu.keyspace.LimitKeys;
import dev.yorozu.limit.WindowLayout;
import dev.yorozu.limit.WindowPolicy;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Commit;
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
import java.util.Optional;

/**
 * At most so many failed attempts of a subject, however many are made at once: of the password of an account, for example.
 *
 * <p>An attempt is listed as under way before it is made, in a sorted set by its time, by a batch that is guarded by how many
 * failed and how many are under way: together they never exceed the limit. One that fails moves from the one to the other in
 * one batch; one that succeeds is taken off the list. So a right password is no failure, not even for the moment of looking
 * at it: a caller that finds all places taken by attempts under way waits for one of them, and is refused only for
 * failures, or after waiting in vain.
 *
 * <p>An attempt whose server crashed stays listed until it is given up for lost, and does not count as failed then.
 *
 * <p>Fails closed, whatever its policy says: while the store cannot answer, its {@code StoreException} reaches the caller and no
 * attempt may be made. Safe for use by many threads.
 */
public final class AttemptLimiter {
    /** Longer than looking at a password takes, also when many wait for a processor. */
    private static final Duration LOST = Duration.ofMinutes(5);

    /** How soon to come back where only attempts under way were in the way. */
    private static final Duration SOON = Duration.ofSeconds(5);

    private static final int MOST = 1000;
    private static final Duration SHORTEST = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofDays(31);

    final Store store;
    final BoundedWaits waits;
    final InstantSource clock;
    private final String name;
    private final long limit;
    private final FailureCounter failures;
    private final RandomTokens random;

    private AttemptLimiter(
            Store store,
            String name,
            WindowPolicy policy,
            FailureCounter failures,
            BoundedWaits waits,
            RandomTokens random,
            InstantSource clock) {
        if (policy.limit() > MOST) {
            throw new IllegalArgumentException("A subject has 1 to 1,000 tries");
        }
        if (policy.window().compareTo(SHORTEST) < 0 || policy.window().compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("Tries count from a second to a month");
        }
        this.store = store;
        this.name = name;
        this.limit = policy.limit();
        this.failures = failures;
        this.waits = waits;
        this.random = random;
        this.clock = clock;
    }

    /** So many failures in any span of time as long as the policy's window; a success takes none of them back. */
    public static AttemptLimiter sliding(
            Store store, WindowPolicy policy, BoundedWaits waits, RandomTokens random, InstantSource clock) {
        FailureCounter failures = new SlidingWindowFailures(store, policy);
        return new AttemptLimiter(store, policy.name(), policy, failures, waits, random, clock);
    }

    /**
     * So many failures in each window of the clock, counted where a document says; a success forgets them.
     *
     * @param name tells the attempts under way from those of other limits
     */
    public static AttemptLimiter fixedWindows(
            Store store,
            String name,
            WindowLayout layout,
            WindowPolicy policy,
            BoundedWaits waits,
            RandomTokens random,
            InstantSource clock) {
        FailureCounter failures = new FixedWindowFailures(store, layout, policy);
        return new AttemptLimiter(store, name, policy, failures, waits, random, clock);
    }

    /** A {@link #sliding} one beside this: in the same store, by the same clock, with the same waits. */
    AttemptLimiter sibling(WindowPolicy policy) {
        return sliding(store, policy, waits, random, clock);
    }

    /**
     * Takes one attempt, to be made after this; waits while others are under way that may make room. A subject is any text.
     */
    public Attempt take(String subject) {
        BoundedWaits.Wait wait = waits.begin();
        Optional<Attempt> attempt = takeNow(subject);
        while (attempt.isEmpty() && wait.pause()) {
            attempt = takeNow(subject);
        }
        return attempt.orElseGet(() -> new Attempt.Refused(SOON));
    }

    /** As {@link #take}; empty where it would have to wait for others. */
    Optional<Attempt> takeNow(String subject) {
        String mark = random.hex(8);
        Instant now = clock.instant();
        FailureCounter.Seen seen = failures.none(subject, now);
        while (seen.count() < limit) {
            if (!(add(subject, mark, seen, now) instanceof Commit.Rejected rejected)) {
                return Optional.of(new Attempt.Allowed(subject, mark, limit - seen.count() - 1));
            }
            if (rejected.index() == 1 && !madeRoom(subject, now)) {
                return Optional.empty();
            }
            seen = failures.look(subject, now);
        }
        return Optional.of(new Attempt.Refused(seen.retryAfter()));
    }

    private Commit add(String subject, String mark, FailureCounter.Seen seen, Instant now) {
        Key pending = pending(subject);
        return store.commit(Batch.builder()
                .require(seen.guard())
                .require(Guard.sizeBelow(pending, limit - seen.count()))
                .rankAdd(pending, Bytes.of(mark), (double) now.toEpochMilli())
                .expire(pending, Expiry.after(LOST.plus(SlidingWindowFailures.MARGIN)))
                .relaxed()
                .build());
    }

    /** Drops attempts that were given up; false when there is none, and the others are still under way. */
    private boolean madeRoom(String subject, Instant now) {
        Key pending = pending(subject);
        double lost = now.minus(LOST).toEpochMilli();
        List<Ranked> oldest = store.ranks(pending, Order.RISING, 0, 0);
        if (oldest.isEmpty() || oldest.getFirst().score() > lost) {
            return oldest.isEmpty();
        }
        store.commit(Batch.builder()
                .rankDrop(pending, Double.NEGATIVE_INFINITY, lost)
                .relaxed()
                .build());
        return true;
    }

    /** Says that an attempt succeeded: it does not count, and in windows nor do those before it. */
    public void succeeded(Attempt.Allowed attempt) {
        Batch.Builder batch = ending(attempt);
        failures.forgive(batch, attempt.subject(), clock.instant());
        store.commit(batch.relaxed().build());
    }

    /** Says that an attempt failed, and tells how many more may. */
    public long failed(Attempt.Allowed attempt) {
        long count = failures.add(ending(attempt), attempt.subject(), attempt.mark(), clock.instant());
        return Math.max(0, limit - count);
    }

    /** Takes an attempt back that was not made, or neither succeeded nor failed. */
    public void giveBack(Attempt.Allowed attempt) {
        store.commit(ending(attempt).relaxed().build());
    }

    /** How many more attempts of a subject may fail now, those under way not counted. */
    public long remaining(String subject) {
        return Math.max(0, limit - failures.look(subject, clock.instant()).count());
    }

    long limit() {
        return limit;
    }

    private Batch.Builder ending(Attempt.Allowed attempt) {
        return Batch.builder().rankRemove(pending(attempt.subject()), Bytes.of(attempt.mark()));
    }

    private Key pending(String subject) {
        return LimitKeys.PENDING.key(name, subject);
    }
}
