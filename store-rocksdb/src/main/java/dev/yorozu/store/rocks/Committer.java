package dev.yorozu.store.rocks;

import dev.yorozu.store.Batch;
import dev.yorozu.store.Commit;
import dev.yorozu.store.Durability;
import dev.yorozu.store.Key;
import dev.yorozu.store.RoundTrip;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.backend.Revisions;
import dev.yorozu.store.backend.StoreObserver;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;

/*
 * The one writer. Callers leave their batches in the inbox and park; the writer's thread takes all that wait as one
 * round. Of a round the relaxed batches come first, as one write that is not synced, and are acknowledged; then the
 * durable ones, as one write that is. While the disk syncs, the next round gathers in the inbox: the slower the disk, the
 * larger the groups.
 *
 * Within a group the batches are evaluated one after the other against the workspace, so each sees the ones before it,
 * and the order of the group is the order of the commits. Nobody is told anything before the group is written: a
 * rejection, too, may rest on what the group is about to write. (One that rests on what is on disk is told to its caller before
 * it comes here.) The engine writes a group to its log as one record, so a
 * crash leaves all of it or nothing, and shows it to readers only when it is on disk.
 *
 * Relaxed batches wait for no disk, and to wake the writer for each would cost more than to write it. So whoever leaves
 * one takes the writer's place if it is free, and writes what waits, its own and that of others; who finds it taken leaves
 * the work to the one who has it. Where the last relaxed group was that of several, callers that are about to leave theirs
 * go first, so that one write serves them all; a caller that is alone waits for nobody. Everybody looks into the inbox again
 * after giving the place back, so that nothing left meanwhile is forgotten, and after a few turns calls the writer, so that
 * no caller serves the others for long. Durable batches are the writer's alone.
 *
 * If the write fails, it is unknown what reached the log. The callers are told so, and the store takes no writes until
 * it could open the database anew, which replays the log and so settles what happened. It tries that every second once
 * the directory takes writes again; readers are served until then from what was there before.
 */

/** Turns batches into groups, and groups into writes of the engine. */
final class Committer {
    private static final int QUEUE = 8192;
    private static final int ROUND = 1024;
    private static final long GROUP_BYTES = 8 << 20;
    private static final long PATIENCE_SECONDS = 10;
    private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long SETTLING_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final int HELPING_TURNS = 8;
    /** Never written: what waits in the queue is a batch, and a program has none. */
    private static final Key PROGRAM = Key.of("program");

    private static final Commit RAN = new Commit.Applied(List.of());

    private final Opening opening;
    private final Supplier<Engine> opener;
    private final InstantSource clock;
    private final StoreObserver observer;
    private final DamagedFiles damaged;
    private final RecordCache cache;
    private final DeferredCounts counts;
    private final Semaphore room = new Semaphore(QUEUE);
    /** Held while the writer and the queues below are used. */
    private final ReentrantLock writing = new ReentrantLock();

    private final Revisions revisions = new Revisions();
    private final Inbox inbox = new Inbox();
    private final Deque<Pending> backlog = new ArrayDeque<>();
    private final Deque<Pending> relaxed = new ArrayDeque<>();
    private final Deque<Pending> durable = new ArrayDeque<>();
    private final Group group = new Group();
    private final Thread thread = new Thread(this::run, "yorozu-writer");

    private volatile GroupWriter writer;
    private volatile @Nullable WriteFailure failure;
    private volatile boolean closing;
    /** Whether the last relaxed group had several batches. */
    private volatile boolean crowded;

    private boolean moreToSweep;
    /** Set when what is to be swept cannot be read; only a repair and a new start help. */
    private boolean unsweepable;

    private long lastSweep = System.nanoTime() - TICK_NANOS;
    private long lastSettling = System.nanoTime();
    private long lastAttempt = System.nanoTime();

    /** @param opener opens the engine, now and after each failure */
    Committer(
            Opening opening,
            Supplier<Engine> opener,
            InstantSource clock,
            StoreObserver observer,
            DamagedFiles damaged,
            RecordCache cache) {
        this.opening = opening;
        this.opener = opener;
        this.clock = clock;
        this.observer = observer;
        this.damaged = damaged;
        this.cache = cache;
        this.counts = new DeferredCounts(cache, clock);
        this.writer = GroupWriter.open(opening, opener, cache, clock, observer);
    }

    void start() {
        thread.setDaemon(true);
        thread.start();
    }

    /** The engine that readers use. Another one takes its place when the store recovers. */
    Engine engine() {
        return writer.engine();
    }

    /** What was changed, and when the engine was opened anew: then it is known what came of the write that failed. */
    Revisions revisions() {
        return revisions;
    }

    /** Whether all that readers see is on disk, but for counts of deferred batches. */
    boolean isSynced() {
        return writer.isSynced();
    }

    /** Throws when the store cannot write now. */
    void requireWritable() {
        WriteFailure current = failure;
        if (current != null) {
            throw current.toException();
        }
    }

    Commit commit(Batch batch) {
        return commit(new Pending(batch));
    }

    /** Runs a program in the place of a batch. */
    <R> R run(Running<R> program, Durability durability) {
        Batch stand = Batch.builder().delete(PROGRAM).durability(durability).build();
        commit(new Pending(stand, program));
        return program.result();
    }

    private Commit commit(Pending pending) {
        enter(1);
        try {
            leave(pending);
            if (isRelaxed(pending.batch())) {
                help();
            }
            return pending.await();
        } finally {
            room.release();
        }
    }

    /** Commits each batch by itself; all are left before the first is waited for, so that they share a sync of the disk. */
    void commitAll(List<RoundTrip.Change> changes) {
        try {
            enter(changes.size());
        } catch (StoreException.Unavailable full) {
            changes.forEach(change -> change.fail(full));
            return;
        }
        try {
            List<Pending> left = new ArrayList<>(changes.size());
            boolean relaxed = false;
            for (RoundTrip.Change change : changes) {
                left.add(leave(new Pending(change.batch())));
                relaxed |= isRelaxed(change.batch());
            }
            if (relaxed) {
                help();
            }
            for (int i = 0; i < changes.size(); i++) {
                changes.get(i).answer(left.get(i)::await);
            }
        } finally {
            room.release(changes.size());
        }
    }

    private Pending leave(Pending pending) {
        boolean left = isRelaxed(pending.batch()) ? inbox.leave(pending) : inbox.offer(pending, thread);
        if (!left) {
            pending.decide(closed());
            pending.release();
        }
        return pending;
    }

    /** Whether a batch waits for no disk; a deferred one that comes here is as good as relaxed. */
    private static boolean isRelaxed(Batch batch) {
        return batch.durability() != Durability.DURABLE;
    }

    /** Writes the relaxed batches that wait, unless somebody is at it. */
    private void help() {
        if (crowded) {
            Thread.yield();
        }
        // A writer that waits for its place goes first, and finds what was left. Callers that follow close on one
        // another would keep it waiting, and durable batches with it.
        for (int turns = 0; !inbox.isEmpty() && !writing.hasQueuedThreads() && writing.tryLock(); turns++) {
            boolean call;
            try {
                call = turns == HELPING_TURNS || failure != null || closing || !helped();
            } finally {
                writing.unlock();
            }
            if (call) {
                LockSupport.unpark(thread);
                return;
            }
        }
    }

    /** Writes the relaxed batches that wait; returns whether those were all. */
    private boolean helped() {
        inbox.drainTo(backlog);
        for (int i = backlog.size(); i > 0; i--) {
            Pending pending = backlog.remove();
            (isRelaxed(pending.batch()) ? relaxed : backlog).add(pending);
        }
        while (!relaxed.isEmpty()) {
            commitGroup(relaxed, false);
        }
        return backlog.isEmpty();
    }

    /** All places at once: callers that each had some and waited for more would wait for one another. */
    private void enter(int batches) {
        try {
            if (!room.tryAcquire(batches) && !room.tryAcquire(batches, PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                throw new StoreException.Unavailable("The disk does not keep up: too many batches are waiting");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StoreException.Unavailable("Interrupted while waiting for room in the queue", e);
        }
    }

    /** Commits what waits, takes nothing more, and closes the engine. */
    void close() {
        closing = true;
        LockSupport.unpark(thread);
        await(thread);
    }

    /** Waits for the end of a thread; an interruption of the caller is kept for later. */
    static void await(Thread thread) {
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        try {
            while (!closing) {
                turn();
            }
        } finally {
            // Also when this thread dies of an error: nobody may be left waiting for it.
            closing = true;
            writing.lock();
            try {
                inbox.close(backlog);
                while (!backlog.isEmpty()) {
                    commitRound();
                }
                writer.engine().gate().close();
                flush(true);
                settleRanks(true);
                writer.close();
            } finally {
                writing.unlock();
            }
        }
    }

    private void turn() {
        boolean more;
        writing.lock();
        try {
            more = work();
        } finally {
            writing.unlock();
        }
        if (!more && inbox.isEmpty() && !closing) {
            LockSupport.parkNanos(this, TICK_NANOS);
        }
    }

    /** Commits a round of what waits, and sweeps; returns whether there is more to do. */
    private boolean work() {
        inbox.drainTo(backlog);
        WriteFailure current = failure;
        if (current != null) {
            recover(current);
        }
        if (!backlog.isEmpty()) {
            commitRound();
        }
        boolean more = sweep();
        if (System.nanoTime() - lastSettling >= SETTLING_NANOS) {
            lastSettling = System.nanoTime();
            settleRanks(false);
        }
        return flush(false) || more || !backlog.isEmpty();
    }

    private void commitRound() {
        for (int i = 0; i < ROUND && !backlog.isEmpty(); i++) {
            Pending pending = backlog.remove();
            (isRelaxed(pending.batch()) ? relaxed : durable).add(pending);
        }
        while (!relaxed.isEmpty()) {
            commitGroup(relaxed, false);
        }
        while (!durable.isEmpty()) {
            commitGroup(durable, true);
        }
    }

    /** Commits as many of the waiting batches as one group may hold. */
    private void commitGroup(Deque<Pending> waiting, boolean sync) {
        try {
            WriteFailure current = failure;
            if (current != null) {
                group.addAll(waiting);
                waiting.clear();
                group.giveUp(current.toException());
                return;
            }
            while (!waiting.isEmpty() && writer.bytes() < GROUP_BYTES) {
                Pending pending = waiting.remove();
                group.add(pending);
                evaluate(pending);
            }
            writer.write(sync);
            group.note(revisions);
            if (sync) {
                observer.groupCommitted(group.size());
            } else if (crowded != group.size() > 1) {
                crowded = !crowded;
            }
        } catch (RocksDBException e) {
            group.giveUp(e, fail(e));
        } catch (HeldRecords.NotSettled e) {
            group.giveUp(fail(e.fault()).toException());
        } catch (StoreException.Damaged e) {
            damaged.note(e);
            group.giveUp(e);
        } catch (RuntimeException | Error e) {
            group.giveUp(new StoreException.Unavailable("The batch could not be evaluated", e));
        } finally {
            try {
                writer.clear();
            } finally {
                group.release();
            }
        }
    }

    private WriteFailure fail(RocksDBException cause) {
        WriteFailure found = new WriteFailure(cause);
        failure = found;
        if (found.isDamage()) {
            damaged.note(Engine.fault(cause));
        }
        return found;
    }

    private void evaluate(Pending pending) {
        try {
            Running<?> program = pending.program();
            if (program == null) {
                pending.decide(writer.evaluate(pending.batch()));
            } else {
                writer.run(program, key -> revisions.of(key) + (group.changes(key) ? 1 : 0));
                pending.decide(RAN);
            }
        } catch (StoreException.WrongType | StoreException.NotANumber | StoreException.NotAnObject e) {
            pending.decide(e);
        }
    }

    private boolean sweep() {
        long now = System.nanoTime();
        if (failure != null || unsweepable || (!moreToSweep && now - lastSweep < TICK_NANOS)) {
            return false;
        }
        lastSweep = now;
        try {
            moreToSweep = writer.sweep();
        } catch (StoreException.Damaged e) {
            // What has ended stays hidden without it, so the store goes on, and says what it found.
            damaged.note(e);
            unsweepable = true;
            moreToSweep = false;
        } catch (RocksDBException | RuntimeException e) {
            failure = new WriteFailure(e);
            moreToSweep = false;
        }
        return moreToSweep;
    }

    /** The counters of deferred batches. */
    DeferredCounts counts() {
        return counts;
    }

    /** Writes what was counted before this was called, for those who do not ask by key. */
    void flushCounts() {
        if (!counts.isEmpty()) {
            writing.lock();
            try {
                if (!closing) {
                    flush(true);
                }
            } finally {
                writing.unlock();
            }
        }
    }

    /** Writes what was counted in memory: all of it, or some where it is time to; returns whether there is more. */
    private boolean flush(boolean all) {
        try {
            return failure == null && (all ? counts.flushAll(writer.counters()) : counts.flushIfDue(writer.counters()));
        } catch (RocksDBException e) {
            fail(e);
            return false;
        }
    }

    private void settleRanks(boolean all) {
        if (failure == null) {
            try {
                writer.settleRanks(all);
            } catch (RocksDBException e) {
                fail(e);
            }
        }
    }

    /** Opens the database anew, at most once a second, and not before the directory takes writes. */
    private void recover(WriteFailure current) {
        long now = System.nanoTime();
        if (now - lastAttempt < RETRY_NANOS || current.isDamage()) {
            return;
        }
        lastAttempt = now;
        if (!opening.directory().takesWrites()) {
            return;
        }
        writer.close();
        cache.clear();
        try {
            writer = GroupWriter.open(opening, opener, cache, clock, observer);
            revisions.allChanged();
            failure = null;
        } catch (RuntimeException e) {
            failure = new WriteFailure(e);
        }
    }

    /** What to tell a reader that found the engine closed. */
    StoreException unreadable() {
        WriteFailure current = failure;
        return closing || current == null ? closed() : current.toException();
    }

    private static StoreException.Unavailable closed() {
        return new StoreException.Unavailable("The store is closed");
    }
}
