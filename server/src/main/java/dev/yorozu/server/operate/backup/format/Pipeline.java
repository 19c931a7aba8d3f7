package dev.yorozu.server.operate.backup.format;

import dev.yorozu.operation.UnitOfWork;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Commit;
import dev.yorozu.store.Durability;
import dev.yorozu.store.Store;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Commits independent batches side by side, so that a long run of them is not bound by the way to the store and back.
 *
 * <p>At most {@link #IN_FLIGHT} batches are under way. The first fault stops all that follow and is thrown by the next
 * call. The newest batch is held back, so that the very last one can be made durable. Used by one thread.
 */
public final class Pipeline implements AutoCloseable {
    private static final int IN_FLIGHT = 32;

    private final Store store;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Semaphore free = new Semaphore(IN_FLIGHT);
    private final AtomicReference<@Nullable RuntimeException> fault = new AtomicReference<>();
    private @Nullable Held held;

    private record Held(Batch batch, Consumer<Commit> committed) {}

    public Pipeline(Store store) {
        this.store = store;
    }

    /** Takes a batch that depends on none that is under way. */
    public void send(Batch batch) {
        send(batch, outcome -> {});
    }

    /**
     * Takes a batch that depends on none that is under way.
     *
     * @param told is told its outcome, by any thread
     */
    public void send(Batch batch, Consumer<Commit> told) {
        Held before = held;
        held = new Held(batch, told);
        if (before != null) {
            start(before);
        }
    }

    /** Returns when all batches taken so far are committed. */
    public void drain() {
        Held last = held;
        held = null;
        if (last != null) {
            start(last);
        }
        await();
    }

    /** Commits the last batch as durable, after all others. */
    public void finish() {
        Held last = held;
        held = null;
        await();
        if (last != null) {
            Batch batch = last.batch();
            last.committed().accept(store.commit(new Batch(batch.guards(), batch.writes(), Durability.DURABLE)));
        }
    }

    @Override
    public void close() {
        threads.close();
    }

    private void start(Held next) {
        free.acquireUninterruptibly();
        threads.execute(UnitOfWork.part(() -> {
            try {
                if (fault.get() == null) {
                    next.committed().accept(store.commit(next.batch()));
                }
            } catch (RuntimeException thrown) {
                fault.compareAndSet(null, thrown);
            } finally {
                free.release();
            }
        }));
        rethrow();
    }

    private void await() {
        free.acquireUninterruptibly(IN_FLIGHT);
        free.release(IN_FLIGHT);
        rethrow();
    }

    private void rethrow() {
        RuntimeException thrown = fault.get();
        if (thrown != null) {
            throw thrown;
        }
    }
}
