package dev.yorozu;

import dev.yorozu.keyspace.AppKeys;
import dev.yorozu.keyspace.KeyPattern;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Commit;
import dev.yorozu.store.Durability;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Key;
import dev.yorozu.store.Read;
import dev.yorozu.store.RoundTrip;
import dev.yorozu.store.Write;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;

/**
 * Counters by id, exact on any number of servers.
 *
 * <pre>{@code
 * NamedCounters pages = yorozu.counters("pages");
 * long views = pages.add("/about us");
 * NamedCounters.Visit visit = pages.visit("/about us, visitors", "203.0.113.9");
 * }</pre>
 *
 * <p>What was counted is on disk before it is told, unless {@link Builder#relaxed}. A count stays until it is deleted. Safe
 * for use by many threads.
 */
public final class NamedCounters {
    /** Longer than the clocks of servers may differ. A mark names its day, so that it may stay longer than that. */
    private static final Duration MARGIN = Duration.ofMinutes(1);

    private final Context context;
    private final KeyPattern counts;
    private final KeyPattern visits;
    private final ZoneId zone;
    private final Durability durability;

    private NamedCounters(Builder builder) {
        context = builder.context;
        counts = builder.counts;
        visits = AppKeys.VISIT.within(builder.app);
        zone = builder.zone;
        durability = builder.durability;
    }

    /** What became of a visit, and the count after it. */
    public record Visit(boolean counted, long count) {}

    /** Counts one, and gives the new count. */
    public long add(String id) {
        return add(id, 1);
    }

    /** Adds an amount, which may be negative, and gives the new count. */
    public long add(String id, long amount) {
        Write add = new Write.Add(counts.key(id), amount, Expiry.never());
        Commit commit = context.store().commit(new Batch(List.of(), List.of(add), durability));
        return ((Commit.Applied) commit).number(0);
    }

    /** The count; 0 where nothing was counted. */
    public long get(String id) {
        return count(context.store().get(counts.key(id)));
    }

    /**
     * Counts a visitor who was not counted today.
     *
     * @param visitor any text that tells visitors apart; a digest stands for it, which differs from day to day
     */
    public Visit visit(String id, String visitor) {
        Instant now = context.clock().instant();
        LocalDate today = LocalDate.ofInstant(now, zone);
        Duration rest =
                Duration.between(now, today.plusDays(1).atStartOfDay(zone).toInstant());
        Key count = counts.key(id);
        Key mark = visits.key(id, today + " " + visitor);
        Batch batch = Batch.builder()
                .require(Guard.absent(mark))
                .put(mark, "1", Expiry.after(rest.plus(MARGIN)))
                .add(count, 1)
                .durability(durability)
                .build();
        RoundTrip trip = new RoundTrip(context.store());
        RoundTrip.Answer<Commit> commit = trip.commit(batch);
        RoundTrip.Answer<Optional<Bytes>> counted = trip.read(new Read.Get(count));
        trip.send();
        return commit.get() instanceof Commit.Applied applied
                ? new Visit(true, applied.number(1))
                : new Visit(false, count(counted.get()));
    }

    /** Forgets a count; true when there was one. Who was counted today is still not counted again. */
    public boolean delete(String id) {
        Commit commit =
                context.store().commit(Batch.builder().delete(counts.key(id)).build());
        return ((Commit.Applied) commit).flag(0);
    }

    private static long count(Optional<Bytes> stored) {
        return stored.map(bytes -> bytes.number().orElse(0)).orElse(0L);
    }

    /** What can be chosen of counters. */
    public static final class Builder {
        private final Context context;
        private final String app;
        private KeyPattern counts;
        private ZoneId zone = ZoneOffset.UTC;
        private Durability durability = Durability.DURABLE;

        Builder(Context context, String app) {
            this.context = context;
            this.app = app;
            this.counts = AppKeys.COUNT.within(app);
        }

        /** Where the days of {@link NamedCounters#visit} begin; UTC unless it is said. */
        public Builder zone(ZoneId place) {
            this.zone = place;
            return this;
        }

        /** Does not wait for the disk: a machine that stops forgets what it counted last. */
        public Builder relaxed() {
            this.durability = Durability.RELAXED;
            return this;
        }

        /** Keeps counts at a documented key, whose only part is the id and its partition. */
        public Builder layout(KeyPattern documented) {
            this.counts = documented;
            return this;
        }

        NamedCounters build() {
            return new NamedCounters(this);
        }
    }
}
