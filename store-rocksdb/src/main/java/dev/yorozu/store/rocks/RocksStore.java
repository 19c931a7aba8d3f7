package dev.yorozu.store.rocks;

import dev.yorozu.store.Batch;
import dev.yorozu.store.Commit;
import dev.yorozu.store.Durability;
import dev.yorozu.store.Key;
import dev.yorozu.store.MemoryUse;
import dev.yorozu.store.Read;
import dev.yorozu.store.RoundTrip;
import dev.yorozu.store.Scan;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.backend.Limits;
import dev.yorozu.store.backend.StoreObserver;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.rocksdb.Checkpoint;
import org.rocksdb.RocksDBException;

/**
 * The embedded durable store, in one directory of the local disk.
 *
 * <p>One writer, many readers: batches are gathered into groups that share one sync of the disk, and reads go to the
 * engine on the caller's own thread. Every batch is serial with every other; a read of one key sees one moment. Costs do
 * not grow with the number of keys, nor with the size of a collection, except where an answer has that size; removing an
 * element from the middle of a list and dropping scores take as long as the smaller part that they leave or remove.
 */
public final class RocksStore implements Store {
    private final RecordCache cache;
    private final Committer committer;
    private final InstantSource clock;
    private final Limits limits;
    private final DamagedFiles damaged;
    private final Optional<TableCheck> check;
    private final Runnable release;

    /** @param release gives the directory free */
    private RocksStore(
            Opening opening,
            Supplier<Engine> engine,
            RocksSettings settings,
            InstantSource clock,
            Limits limits,
            StoreObserver observer,
            Runnable release) {
        this.damaged = new DamagedFiles();
        this.cache = new RecordCache(settings.recordBytes());
        this.committer = new Committer(opening, engine, clock, observer, damaged, cache);
        this.clock = clock;
        this.limits = limits;
        this.check = settings.check().map(every -> new TableCheck(this::tables, damaged, every));
        this.release = release;
    }

    public static RocksStore open(Path directory) {
        return open(directory, InstantSource.system(), Limits.DEFAULT, StoreObserver.NONE);
    }

    public static RocksStore open(Path directory, InstantSource clock, Limits limits, StoreObserver observer) {
        return open(directory, clock, limits, observer, RocksSettings.DEFAULT);
    }

    /** Opens the store, and makes its directory if there is none; {@link StoreException.CannotOpen} says what is wrong. */
    public static RocksStore open(
            Path directory, InstantSource clock, Limits limits, StoreObserver observer, RocksSettings settings) {
        DataDirectory held = DataDirectory.hold(directory);
        try {
            Opening opening = new Opening(held, settings);
            return new RocksStore(opening, opening::open, settings, clock, limits, observer, held::close).started();
        } catch (RuntimeException e) {
            held.close();
            throw e;
        }
    }

    /** The store that a repair has made readable, in a directory that it holds, so that nobody else comes between. */
    static RocksStore ofRepair(Opening opening, InstantSource clock, Limits limits) {
        return new RocksStore(
                        opening,
                        opening::openRepaired,
                        RocksSettings.DEFAULT,
                        clock,
                        limits,
                        StoreObserver.NONE,
                        () -> {})
                .started();
    }

    private RocksStore started() {
        committer.start();
        check.ifPresent(TableCheck::start);
        return this;
    }

    @Override
    public Commit commit(Batch batch) {
        limits.check(batch);
        Commit early = early(batch);
        return early == null ? committer.commit(batch) : early;
    }

    /** The outcome of a batch that only counts in memory, or that is rejected by what is on disk; null for all others. */
    private @Nullable Commit early(Batch batch) {
        if (DeferredCounts.takes(batch)) {
            committer.requireWritable();
            Commit counted = inside(engine -> committer.counts().commit(batch, engine));
            if (counted != null) {
                committer.revisions().changed(batch);
            }
            return counted;
        }
        if (batch.guards().isEmpty()) {
            return null;
        }
        Commit rejected = inside(engine -> new Answers(engine, cache, clock).rejection(batch));
        // What a durable batch is told holds after a crash as well; so it is asked after the look whether all is on
        // disk.
        return batch.durability() != Durability.DURABLE || committer.isSynced() ? rejected : null;
    }

    @Override
    public OptionalLong revision(Key... keys) {
        return OptionalLong.of(committer.revisions().of(keys));
    }

    @Override
    public <R> R run(Program<R> program, Durability durability) {
        return committer.run(new Running<>(program, limits), durability);
    }

    @Override
    public <R> R view(List<Key> keys, Program<R> program) {
        return answered(answers -> answers.view(keys, program, committer.revisions()), program);
    }

    @Override
    public void send(RoundTrip trip) {
        List<RoundTrip.Change> changes = new ArrayList<>();
        for (RoundTrip.Item<?> item : trip.items()) {
            switch (item) {
                case RoundTrip.Question<?> question -> question.askOf(this);
                case RoundTrip.Change change -> {
                    if (!isAnswered(change, changes.isEmpty())) {
                        changes.add(change);
                    }
                }
            }
        }
        if (!changes.isEmpty()) {
            committer.commitAll(changes);
        }
    }

    /**
     * Answers a batch that does not go to the writer.
     *
     * @param first whether none of the same trip waits for the writer: what that one changes, this one finds
     */
    private boolean isAnswered(RoundTrip.Change change, boolean first) {
        try {
            limits.check(change.batch());
            Commit early = first ? early(change.batch()) : null;
            if (early != null) {
                change.answer(() -> early);
            }
            return early != null;
        } catch (StoreException fault) {
            change.fail(fault);
            return true;
        }
    }

    @Override
    public <R> R read(Read<R> question) {
        limits.check(question);
        return answered(answers -> answers.answer(question), state -> state.read(question));
    }

    @Override
    public <R> List<R> readAll(List<? extends Read<? extends R>> questions) {
        limits.check(questions);
        return answered(answers -> answers.answers(questions), state -> {
            List<R> found = new ArrayList<>(questions.size());
            questions.forEach(question -> found.add(state.read(question)));
            return found;
        });
    }

    /** Answers beside the writer; only where that knows more than the database, it runs a program that asks the same. */
    private <R> R answered(Function<Answers, R> reader, Program<R> program) {
        try {
            return inside(engine -> reader.apply(new Answers(engine, cache, clock)));
        } catch (View.Behind behind) {
            return counted(reader, program);
        }
    }

    private <R> R counted(Function<Answers, R> reader, Program<R> program) {
        try {
            return run(program, Durability.RELAXED);
        } catch (StoreException.Unavailable | StoreException.OutcomeUnknown stopped) {
            // The writer takes nothing now, or could not write what it told; what is there can still be read.
            return inside(engine -> reader.apply(new Answers(engine, cache, clock, true)));
        }
    }

    @Override
    public Scan.Page scan(Scan scan) {
        committer.flushCounts();
        return inside(engine -> new Names(engine, clock).page(scan));
    }

    @Override
    public void ping() {
        committer.requireWritable();
        inside(engine -> engine.find(Family.SYSTEM, Manifest.FORMAT_KEY) != null);
    }

    /** What the engine holds of its cache and its write buffers, of what they may grow to. */
    @Override
    public Optional<MemoryUse> memory() {
        return Optional.of(inside(Engine::memory));
    }

    /** The sorted files that were found to be damaged, by a read or by the look at all of them from time to time. */
    @Override
    public List<String> damage() {
        return damaged.names();
    }

    private List<Path> tables() {
        return inside(Engine::tables);
    }

    /**
     * Makes a copy of the whole store as it is at one moment, while it goes on working. The files that no longer change
     * are linked, not copied, where the target lies on the same disk. The target must not exist; it can be opened as a
     * store of its own.
     */
    public void checkpoint(Path target) {
        Path path = target.toAbsolutePath().normalize();
        committer.flushCounts();
        inside(engine -> {
            try (Checkpoint checkpoint = Checkpoint.create(engine.database())) {
                checkpoint.createCheckpoint(path.toString());
            } catch (RocksDBException e) {
                throw new StoreException.Unavailable("No copy could be made at " + path + ": " + e.getMessage(), e);
            }
            return DataDirectory.restrict(path);
        });
    }

    /** Commits what is waiting, makes relaxed batches durable too, and gives the directory free. */
    @Override
    public void close() {
        check.ifPresent(TableCheck::close);
        committer.close();
        release.run();
    }

    private <T extends @Nullable Object> T inside(Function<Engine, T> action) {
        while (true) {
            Engine engine = committer.engine();
            Gate gate = engine.gate();
            if (gate.enter()) {
                try {
                    return action.apply(engine);
                } catch (StoreException.Damaged e) {
                    damaged.note(e);
                    throw e;
                } finally {
                    gate.leave();
                }
            }
            if (engine == committer.engine()) {
                throw committer.unreadable();
            }
        }
    }
}
