package dev.yorozu.server.operate.moving;

import dev.yorozu.keyspace.KeyPattern;
import dev.yorozu.keyspace.Schema;
import dev.yorozu.keyspace.ServerKeys;
import dev.yorozu.server.operate.backup.format.Part;
import dev.yorozu.server.operate.backup.format.Pipeline;
import dev.yorozu.server.operate.backup.format.Restore;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Key;
import dev.yorozu.store.Life;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.Write;
import dev.yorozu.store.backend.Limits;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Writes keys, each whole or not at all, and over none that is there unless it is told to.
 *
 * <p>A key that fits one batch is that batch, guarded by its absence. A larger one takes several:
 *
 * <ol>
 *   <li>Its name is noted in the store.
 *   <li>The first batch makes the key, guarded by its absence, with a life of an hour.
 *   <li>Further batches add to it and renew that life, guarded by its presence.
 *   <li>The last gives it its own life, and then the note is deleted.
 * </ol>
 *
 * <p>A crash leaves a note, and with it at most a part of that key, which ends within the hour. The next run deletes a key
 * that is noted and has such a life, and writes it anew; any other key of that name is somebody's, and stays. Used by one
 * thread.
 */
final class KeyWriter implements AutoCloseable {
    private static final Key NOTE = ServerKeys.IMPORT.key();
    private static final Duration PENDING = Duration.ofHours(1);
    /** How far the clocks of this machine and of the store may differ. */
    private static final Duration SKEW = Duration.ofMinutes(10);

    private static final long MOST_BYTES = 4L << 20;

    private final Store store;
    private final Schema schema;
    private final InstantSource clock;
    private final boolean overwrite;
    private final int most;
    private final int valueBytes;
    private final Pipeline pipeline;
    private @Nullable Current current;

    KeyWriter(Store store, Schema schema, Limits limits, InstantSource clock, boolean overwrite) {
        this.store = store;
        this.schema = schema;
        this.clock = clock;
        this.overwrite = overwrite;
        // Beside the elements a batch deletes or guards, and gives an end.
        this.most = limits.batchOperations() - 3;
        this.valueBytes = limits.valueBytes();
        this.pipeline = new Pipeline(store);
    }

    /** The key that is being read, and those of its elements that are not written yet. */
    private static final class Current {
        final Key key;
        final Optional<Instant> ends;
        final Consumer<Fate> told;
        final List<Write> waiting = new ArrayList<>();
        long bytes;
        boolean begun;

        Current(Key key, Optional<Instant> ends, Consumer<Fate> told) {
            this.key = key;
            this.ends = ends;
            this.told = told;
        }

        Expiry end() {
            return ends.map(Expiry::at).orElse(Expiry.never());
        }
    }

    /** Deletes what a run that was broken off had not finished. */
    void clearUnfinished() {
        Optional<Bytes> note = store.get(NOTE);
        if (note.isEmpty()) {
            return;
        }
        Key key = schema.key(note.get().text());
        boolean pending = store.remaining(key)
                .filter(life -> life instanceof Life.Ends ends && ends.left().compareTo(PENDING.plus(SKEW)) <= 0)
                .isPresent();
        if (pending) {
            store.commit(Batch.builder().delete(key).build());
        }
        store.commit(Batch.builder().delete(NOTE).build());
    }

    /** @param told is told what became of the key, by any thread */
    void begin(Key key, Optional<Instant> ends, Part part, Consumer<Fate> told) {
        complete();
        if (part instanceof Part.Text text) {
            Current small = new Current(key, ends, told);
            small.waiting.add(new Write.Put(key, text.value(), small.end()));
            send(small);
            return;
        }
        current = new Current(key, ends, told);
        goOn(part);
    }

    void goOn(Part part) {
        Current now = current;
        if (now == null) {
            return;
        }
        if (part.values().anyMatch(value -> value.length() > valueBytes)) {
            abandon(now);
            return;
        }
        now.waiting.addAll(Restore.writes(now.key, part));
        now.bytes += part.values().mapToLong(Bytes::length).sum();
        while (now == current && (now.waiting.size() > most || now.bytes > MOST_BYTES)) {
            grow(now, Math.min(most, now.waiting.size()));
        }
    }

    /** What follows belongs to a key that is not taken. */
    void leave() {
        complete();
    }

    /** Returns when all is durable. */
    void finish() {
        complete();
        pipeline.finish();
    }

    @Override
    public void close() {
        pipeline.close();
    }

    private void complete() {
        Current last = current;
        current = null;
        if (last == null) {
            return;
        }
        if (!last.begun) {
            send(last);
            return;
        }
        Batch.Builder batch = Batch.builder().require(Guard.present(last.key));
        last.waiting.forEach(batch::write);
        requireApplied(batch.expire(last.key, last.end()).build());
        store.commit(Batch.builder().delete(NOTE).build());
        last.told.accept(Fate.TAKEN);
    }

    private void send(Current small) {
        Batch.Builder batch = Batch.builder();
        if (!revokes(small.key)) {
            batch.relaxed();
        }
        begin(batch, small.key);
        small.waiting.forEach(batch::write);
        if (small.ends.isPresent()) {
            batch.expire(small.key, small.end());
        }
        pipeline.send(batch.build(), outcome -> small.told.accept(outcome.applied() ? Fate.TAKEN : Fate.THERE));
    }

    /** The feed tells what is durable alone: else it was decided elsewhere, and told there. */
    private boolean revokes(Key key) {
        return schema.match(key.name()).flatMap(KeyPattern::tells).isPresent();
    }

    private void begin(Batch.Builder batch, Key key) {
        if (overwrite) {
            batch.delete(key);
        } else {
            batch.require(Guard.absent(key));
        }
    }

    private void grow(Current large, int count) {
        if (!large.begun && !start(large)) {
            return;
        }
        Batch.Builder batch = Batch.builder();
        if (large.begun) {
            batch.require(Guard.present(large.key));
        } else {
            begin(batch, large.key);
        }
        List<Write> next = large.waiting.subList(0, count);
        next.forEach(batch::write);
        batch.expire(large.key, pending(large));
        boolean applied = store.commit(batch.build()).applied();
        if (!applied && large.begun) {
            throw interfered();
        }
        if (!applied) {
            stays(large);
            return;
        }
        large.begun = true;
        next.clear();
        large.bytes = 0;
    }

    /** Notes the key; false when it is there already. */
    private boolean start(Current large) {
        pipeline.drain();
        if (!overwrite && store.type(large.key).isPresent()) {
            stays(large);
            return false;
        }
        store.commit(Batch.builder()
                .put(NOTE, Bytes.of(large.key.name()), Expiry.never())
                .build());
        return true;
    }

    private void stays(Current large) {
        store.commit(Batch.builder().delete(NOTE).build());
        large.told.accept(Fate.THERE);
        current = null;
    }

    private void abandon(Current tooLarge) {
        if (tooLarge.begun) {
            store.commit(Batch.builder().delete(tooLarge.key).build());
            store.commit(Batch.builder().delete(NOTE).build());
        }
        tooLarge.told.accept(Fate.TOO_LARGE);
        current = null;
    }

    private Expiry pending(Current large) {
        Instant soon = clock.instant().plus(PENDING);
        return Expiry.at(large.ends.filter(ends -> ends.isBefore(soon)).orElse(soon));
    }

    private void requireApplied(Batch batch) {
        if (!store.commit(batch).applied()) {
            throw interfered();
        }
    }

    private static StoreException interfered() {
        return new StoreException.Unavailable("A key that was being imported is gone: run the import again");
    }
}
