package dev.yorozu.limit;

import dev.yorozu.json.Document;
import dev.yorozu.keyspace.KeyPattern;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Commit;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Found;
import dev.yorozu.store.Key;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;

/**
 * Counts requests in windows by one record for each client, which says when its window began:
 * {@code {"count":3,"windowStart":1767225600000}}. For systems that keep such records; {@link FixedWindow} costs less.
 *
 * <p>A client's window begins with its first request, and not with the minute: otherwise a burst around the turn of a
 * minute would pass twice.
 *
 * <p>Exact under any concurrency within a window, without a lock: each request that passes replaces the very record that it
 * saw. A concurrent writer that comes second looks again, at what the rejected batch found. A request that is denied writes
 * nothing, so that no request is outrun more often than the limit lets others pass.
 *
 * <p>A window that another program began at any other instant counts until it is over, and so does one that a server whose
 * clock is ahead has begun. What lies there and is no such record is replaced by a fresh one. Records are relaxed. Safe for
 * use by many threads, and throws no {@link StoreException}: the policy says what happens then.
 */
public final class RecordedWindow {
    private static final String COUNT = "count";
    private static final String START = "windowStart";
    /** For the turn of a window, and for what has to make way. */
    private static final int MORE_ROUNDS = 8;

    private final Store store;
    private final KeyPattern pattern;
    private final InstantSource clock;

    /** @param pattern where the records lie, each for as long as a window; it has one part, the client */
    public RecordedWindow(Store store, KeyPattern pattern, InstantSource clock) {
        this.store = store;
        this.pattern = pattern;
        this.clock = clock;
    }

    /** How many passed in the window that began then. */
    private record Passed(long count, Instant start) {
        static Optional<Passed> read(Bytes stored) {
            return Document.parse(stored)
                    .filter(record -> record.number(COUNT).orElse(-1) >= 0)
                    .filter(record -> record.number(START).isPresent())
                    .map(record -> new Passed(
                            record.number(COUNT).getAsLong(),
                            Instant.ofEpochMilli(record.number(START).getAsLong())));
        }

        /** Whether this window is not over, nor so far ahead that no clock can explain it. */
        boolean counts(WindowPolicy policy, Instant now) {
            return now.minus(policy.window()).isBefore(start)
                    && !now.plus(policy.window()).isBefore(start);
        }

        Passed next() {
            return new Passed(count + 1, start);
        }

        Bytes bytes() {
            return Document.empty()
                    .with(COUNT, count)
                    .with(START, start.toEpochMilli())
                    .bytes();
        }
    }

    /** Counts one request of a client, and decides on it. A client is any text. */
    public Decision check(WindowPolicy policy, String client) {
        Key key = pattern.key(client);
        Instant now = Instant.ofEpochMilli(clock.millis()); // As exactly as the record keeps it.
        try {
            return check(policy, key, now);
        } catch (StoreException fault) {
            return Decision.withoutStore(policy, now);
        }
    }

    private Decision check(WindowPolicy policy, Key key, Instant now) {
        Passed fresh = new Passed(1, now);
        Found found = new Found.Nothing();
        for (long round = 2 * policy.limit() + MORE_ROUNDS; round > 0; round--) {
            Optional<Passed> current = passed(found).filter(passed -> passed.counts(policy, now));
            if (current.isPresent() && current.get().count() >= policy.limit()) {
                return Decision.denied(policy, end(current.get(), policy), now);
            }
            Passed mine = current.map(Passed::next).orElse(fresh);
            Optional<Found> instead = replace(key, found, mine, policy.window());
            if (instead.isEmpty()) {
                return Decision.counted(policy, mine.count(), end(mine, policy), now);
            }
            found = instead.get();
        }
        return Decision.withoutStore(policy, now);
    }

    private static Optional<Passed> passed(Found found) {
        return found instanceof Found.Value value ? Passed.read(value.value()) : Optional.empty();
    }

    private static Instant end(Passed passed, WindowPolicy policy) {
        return passed.start().plus(policy.window());
    }

    /** Puts a record in place of what was found; when something else lies there by now, gives that. */
    private Optional<Found> replace(Key key, Found found, Passed record, Duration life) {
        Batch batch = CounterWriter.replacing(key, found)
                .put(key, record.bytes(), Expiry.after(life))
                .relaxed()
                .build();
        try {
            return store.commit(batch) instanceof Commit.Rejected rejected
                    ? Optional.of(rejected.found())
                    : Optional.empty();
        } catch (StoreException.WrongType changedMeanwhile) {
            return Optional.of(new Found.Nothing());
        }
    }
}
