package dev.yorozu.audit;

import dev.yorozu.secret.RandomTokens;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import dev.yorozu.store.Order;
import dev.yorozu.store.Store;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;

/**
 * The log of what happened: events are added, and go only by age and by number.
 *
 * <p>The events of one kind on one day (UTC) are one sorted set ordered by time, with another for what was
 * refused. Each append also keeps the day within its bound and says when it ends, in one batch.
 *
 * <p>What expires does so without a program that would write it down. So its end is entered at its beginning, with
 * the time at which it will have come, and is not shown before; what ends earlier takes that entry back. The two are in
 * different partitions. A crash between them leaves a beginning without its natural end, or an end of what was deleted
 * in the very moment; never a secret, and never a missing deed. Safe for use by many threads.
 */
public final class AuditLog {
    private static final int ID = 12;

    private final Store store;
    private final AuditPolicy policy;
    private final RandomTokens random;
    private final InstantSource clock;

    public AuditLog(Store store, AuditPolicy policy, RandomTokens random, InstantSource clock) {
        this.store = store;
        this.policy = policy;
        this.random = random;
        this.clock = clock;
    }

    /** Adds an event, if the policy keeps its kind; it is on disk when this returns. */
    public void append(Event event) {
        add(event, random.characters(ID));
    }

    /** Adds the event that began something which ends by itself. Its end shows as an event of its own from then on. */
    public void appendBeginning(Event event, Instant ends) {
        append(event);
        add(event.expiry(ends), event.reference());
    }

    /**
     * Adds the event that ended something before its time, which therefore does not end by itself any more.
     *
     * @param event with the user, subject and reference of the beginning
     * @param ends when it would have ended
     */
    public void appendEnding(Event event, Instant ends) {
        Event expiry = event.expiry(ends);
        store.commit(Batch.builder()
                .rankRemove(key(expiry), expiry.bytes(expiry.reference()))
                .build());
        append(event);
    }

    private void add(Event event, String id) {
        if (!policy.kinds().contains(event.kind())) {
            return;
        }
        Key key = key(event);
        LocalDate day = day(event.at());
        Instant end = day.plusDays(1).atStartOfDay().toInstant(ZoneOffset.UTC).plus(policy.maxAge());
        store.commit(Batch.builder()
                .rankAdd(key, event.bytes(id), event.at().toEpochMilli())
                .rankTrim(key, Order.FALLING, policy.maxPerDay())
                .expire(key, Expiry.at(end))
                .build());
    }

    /**
     * One page of the events that a query asks for, newest first; events that are added meanwhile may or may not be
     * seen, and when a day is full an event may be seen twice.
     *
     * @param cursor empty at first, then what the last page said; an {@link IllegalArgumentException} when it is neither
     */
    public EventPage page(Query query, String cursor, int limit) {
        Instant now = clock.instant();
        Instant oldest = now.minus(policy.maxAge());
        Query bounded = query.since(query.since().isAfter(oldest) ? query.since() : oldest)
                .until(query.until().isBefore(now) ? query.until() : now);
        return new PageReader(store, bounded, Cursor.parse(cursor)).page(Math.min(limit, EventPage.LONGEST));
    }

    private static Key key(Event event) {
        return EventStream.of(event).key(day(event.at()));
    }

    static LocalDate day(Instant instant) {
        return LocalDate.ofInstant(instant, ZoneOffset.UTC);
    }
}
