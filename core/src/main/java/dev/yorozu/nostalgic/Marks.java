package dev.yorozu.nostalgic;

import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Key;
import dev.yorozu.store.Order;
import dev.yorozu.store.Ranked;
import dev.yorozu.store.Read;
import dev.yorozu.store.Store;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * The marks that users leave on the services of one kind: counted today, likes it today, has just posted.
 *
 * <p>Each mark is a key of its own that ends by itself. Beside them a sorted set lists who has one and until when, so
 * that all marks of a service can be found without a walk over the keyspace, and that their ends count by the clock of
 * this server, whatever the store's says. It ends some time after the last of them.
 */
public final class Marks {
    private static final int PAGE = 400;
    /** Longer than any day is, that on which clocks are set back included. */
    private static final Duration LONGEST_DAY = Duration.ofHours(26);

    private final Kind kind;

    public Marks(Kind kind) {
        this.kind = kind;
    }

    public Key key(String id, String user) {
        return kind.mark().key(id, user);
    }

    private Key list(String id) {
        return kind.keys().marks().key(id);
    }

    /** Holds while the user has left no mark under this name, or one that has ended by now. */
    public Guard none(String id, String user, Instant now) {
        return Guard.behind(list(id), Bytes.of(user), now.toEpochMilli() + 1.0, Order.FALLING);
    }

    /**
     * Leaves a mark until the end of a day, and forgets those that have ended. The list outlives every mark that can be in
     * it: after a change of zone some end later than those that are left now.
     */
    public void leaveUntil(Batch.Builder batch, String id, String user, Bytes value, Instant now, Instant end) {
        batch.put(key(id, user), value, Expiry.at(end))
                .rankDrop(list(id), 0, now.toEpochMilli())
                .rankAdd(list(id), Bytes.of(user), end.toEpochMilli())
                .expire(list(id), Expiry.at(now.plus(LONGEST_DAY)));
    }

    /** The end of the mark that the user has left, as far as it is listed. */
    public Read.ScoreOf end(String id, String user) {
        return new Read.ScoreOf(list(id), Bytes.of(user));
    }

    /** Leaves a mark that lasts for some time, and forgets those that have ended. */
    public void leaveFor(Batch.Builder batch, String id, String user, Instant now, Duration time) {
        batch.put(key(id, user), Bytes.of(now.toEpochMilli()), Expiry.after(time))
                .rankDrop(list(id), 0, now.toEpochMilli())
                .rankAdd(list(id), Bytes.of(user), now.plus(time).toEpochMilli())
                .expire(list(id), Expiry.after(time));
    }

    /** Holds where there is nothing left to {@link #sweep}. */
    Guard swept(String id) {
        return Guard.absent(list(id));
    }

    /** Removes all marks of a service that is no more, and stops when there is one of that name again. */
    void sweep(Store store, String id) {
        Guard gone = Guard.absent(kind.keys().service().key(id));
        while (true) {
            List<Ranked> page = store.ranks(list(id), Order.RISING, 0, PAGE - 1);
            if (page.isEmpty()) {
                return;
            }
            Batch.Builder batch = Batch.builder().require(gone);
            for (Ranked each : page) {
                batch.delete(key(id, each.member().text()));
            }
            Bytes[] users = page.stream().map(Ranked::member).toArray(Bytes[]::new);
            if (!store.commit(batch.rankRemove(list(id), users).build()).applied()) {
                return;
            }
        }
    }
}
