package dev.yorozu.store.rocks;

import dev.yorozu.store.backend.StoreObserver;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.LinkedHashSet;
import java.util.Set;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;

/**
 * Removes what nobody can see any more: keys whose end has come, and the elements of collections that are gone.
 *
 * <p>Works in slices on the writer's thread, between groups, so it meets no batch halfway. Both queues it follows are
 * read from where it stopped, never from the start, because the engine is slow to pass what was deleted there. A crash
 * between slices leaves only work for later: each slice is one write, and after opening both queues are read whole.
 */
final class Sweeper {
    private static final int SLICE = 256;
    /** Above so many elements one range deletion is cheaper; below it would burden every later read more. */
    private static final int SINGLY = 1024;

    private final Engine engine;
    private final RecordCache cache;
    private final RankTrees ranks;
    private final InstantSource clock;
    private final StoreObserver observer;
    private final Numbers numbers;
    private final Stamps stamps;
    private long sweptTo;
    private long nextMarker;

    Sweeper(
            Engine engine,
            RecordCache cache,
            RankTrees ranks,
            InstantSource clock,
            StoreObserver observer,
            Numbers numbers,
            Stamps stamps) {
        this.engine = engine;
        this.cache = cache;
        this.ranks = ranks;
        this.clock = clock;
        this.observer = observer;
        this.numbers = numbers;
        this.stamps = stamps;
    }

    /** Does one slice. Returns whether there is more to do. */
    boolean sweep() throws RocksDBException {
        boolean more = sweepEnded();
        return sweepGarbage() || more;
    }

    private boolean sweepEnded() throws RocksDBException {
        long now = clock.millis();
        if (now < sweptTo) {
            sweptTo = 0; // The clock was set back, so ends before the old mark may have come in.
        }
        int seen = 0;
        Set<String> gone = new LinkedHashSet<>();
        try (WriteBatch batch = new WriteBatch();
                Cursor cursor = engine.cursor(Family.EXPIRY)) {
            boolean more = cursor.seek(BigEndian.of(sweptTo));
            while (more && seen < SLICE && endOf(cursor) <= now) {
                Deadline deadline = Deadline.of(cursor.key(), cursor.value());
                batch.delete(engine.family(Family.EXPIRY), cursor.key());
                for (byte[] name : deadline.names()) {
                    remove(name, deadline.end(), batch, gone);
                }
                sweptTo = deadline.end();
                seen += deadline.names().size();
                more = cursor.next();
            }
            write(batch);
        }
        if (seen < SLICE) {
            sweptTo = now;
        }
        if (!gone.isEmpty()) {
            gone.forEach(cache::forget);
            observer.expired(gone.size());
        }
        return seen >= SLICE;
    }

    /** Removes a record if it still has this end, and notes its name. A key that came and went is named more than once. */
    private void remove(byte[] name, long end, WriteBatch batch, Set<String> gone) throws RocksDBException {
        byte[] record = engine.find(Family.RECORDS, name);
        if (record == null || RecordFormat.end(record) != end || !gone.add(new String(name, StandardCharsets.UTF_8))) {
            return;
        }
        batch.delete(engine.family(Family.RECORDS), name);
        if (RecordFormat.entry(record) instanceof Entry.Collection collection) {
            // Else its levels would be written one day, after its elements were swept.
            ranks.forget(collection.generation());
            batch.put(
                    engine.family(Family.GARBAGE),
                    Marker.key(numbers.take(), collection.generation()),
                    Deadline.NOTHING);
        }
    }

    private boolean sweepGarbage() throws RocksDBException {
        int deleted = 0;
        boolean more;
        try (WriteBatch batch = new WriteBatch();
                Cursor markers = engine.cursor(Family.GARBAGE);
                Cursor elements = engine.cursor(Family.ELEMENTS)) {
            more = markers.seek(BigEndian.of(nextMarker));
            while (more && deleted < SLICE) {
                byte[] marker = markers.key();
                deleted += 1 + deleteElements(BigEndian.at(marker, Long.BYTES), elements, batch);
                batch.delete(engine.family(Family.GARBAGE), marker);
                nextMarker = BigEndian.at(marker, 0) + 1;
                more = markers.next();
            }
            write(batch);
        }
        return more;
    }

    private int deleteElements(long generation, Cursor elements, WriteBatch batch) throws RocksDBException {
        byte[] prefix = ElementKey.prefix(generation);
        int count = 0;
        boolean more = elements.seek(prefix);
        while (more && elements.startsWith(prefix)) {
            if (count == SINGLY) {
                batch.deleteRange(engine.family(Family.ELEMENTS), prefix, ElementKey.prefix(generation + 1));
                return count;
            }
            batch.delete(engine.family(Family.ELEMENTS), elements.key());
            count++;
            more = elements.next();
        }
        return count;
    }

    private void write(WriteBatch batch) throws RocksDBException {
        if (batch.count() == 0) {
            return;
        }
        if (numbers.advanced()) {
            batch.put(engine.family(Family.SYSTEM), Numbers.KEY, BigEndian.of(numbers.next()));
        }
        batch.putLogData(stamps.relaxed().bytes());
        engine.database().write(engine.writing(false), batch);
    }

    private static long endOf(Cursor cursor) {
        return BigEndian.at(cursor.key(), 0);
    }
}
