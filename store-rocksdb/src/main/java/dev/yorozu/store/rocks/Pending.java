package dev.yorozu.store.rocks;

import dev.yorozu.store.Batch;
import dev.yorozu.store.Commit;
import dev.yorozu.store.Key;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.backend.Revisions;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A batch on its way through the writer, and the thread that waits for its outcome. */
final class Pending {
    private final Batch batch;
    private final @Nullable Running<?> program;
    private final Thread caller = Thread.currentThread();
    private @Nullable Pending next;
    private @Nullable Commit commit;
    private @Nullable StoreException fault;
    private volatile boolean done;

    Pending(Batch batch) {
        this(batch, null);
    }

    /** With a program, the batch only says how durable it is. */
    Pending(Batch batch, @Nullable Running<?> program) {
        this.batch = batch;
        this.program = program;
    }

    /** The program that is to run in place of the batch; null for a batch. */
    @Nullable
    Running<?> program() {
        return program;
    }

    /** Whether it is to change this key, if the group is written. */
    boolean changes(Key key) {
        if (!applied()) {
            return false;
        }
        return program == null
                ? batch.writes().stream().anyMatch(write -> write.key().name().equals(key.name()))
                : program.written().containsKey(key.name());
    }

    /** Notes what was changed. */
    void note(Revisions revisions) {
        if (!applied()) {
            return;
        }
        if (program == null) {
            revisions.changed(batch);
        } else {
            program.written().values().forEach(revisions::changed);
        }
    }

    Batch batch() {
        return batch;
    }

    /** The one that came before, while both wait to be taken. */
    @Nullable
    Pending next() {
        return next;
    }

    void next(@Nullable Pending earlier) {
        next = earlier;
    }

    /** Notes what will be told once the group is written. */
    void decide(Commit outcome) {
        commit = outcome;
    }

    void decide(StoreException outcome) {
        commit = null;
        fault = outcome;
    }

    /** Whether this batch is to change something, if the group is written. */
    boolean applied() {
        return commit instanceof Commit.Applied;
    }

    /** Tells the caller what was decided. */
    void release() {
        done = true;
        if (caller != Thread.currentThread()) {
            LockSupport.unpark(caller);
        }
    }

    /** Waits for the outcome. An interrupt does not cut the wait short, because the batch is under way; it is kept. */
    Commit await() {
        boolean interrupted = false;
        while (!done) {
            LockSupport.park(this);
            interrupted |= Thread.interrupted();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        if (commit != null) {
            return commit;
        }
        throw fault == null ? new StoreException.Unavailable("The batch was given up") : fault;
    }
}
