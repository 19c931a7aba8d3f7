package dev.yorozu.server.operate.statistics;

import dev.yorozu.server.operate.transport.Progress;
import dev.yorozu.store.StoreException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * One count under way: where the thread that counts and those who wait for it meet. Each of these is told of the progress
 * in its own thread, so that one who goes away disturbs nobody.
 */
final class Round {
    private static final Duration TELL = Duration.ofMillis(200);

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final long begun = System.nanoTime();
    private int waiting;
    private long seen;
    private boolean stopped;
    private boolean over;
    private Optional<Statistics> soFar = Optional.empty();
    private Optional<RuntimeException> fault = Optional.empty();

    boolean isStopped() {
        return locked(() -> stopped);
    }

    /** What was counted so far; empty before the first page. */
    Optional<Statistics> soFar() {
        return locked(() -> soFar);
    }

    /** What made the count fail, if it did. */
    Optional<RuntimeException> fault() {
        return locked(() -> fault);
    }

    Duration lasted() {
        return Duration.ofNanos(System.nanoTime() - begun);
    }

    /**
     * Lets time pass for the one who counts, until the count is to stop.
     *
     * @param calm how long while nobody waits for the outcome
     * @param eager how long while somebody does
     */
    void pause(Duration calm, Duration eager) {
        long from = System.nanoTime();
        lock.lock();
        try {
            long left = left(calm, eager, from);
            while (left > 0 && !stopped) {
                changed.awaitNanos(left);
                left = left(calm, eager, from);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            stopped = true;
        } finally {
            lock.unlock();
        }
    }

    /** The one who waits may have come only now, and what is left of the pause changes with it. */
    private long left(Duration calm, Duration eager, long from) {
        return (waiting > 0 ? eager : calm).toNanos() - (System.nanoTime() - from);
    }

    void tell(long seen, Statistics soFar) {
        change(() -> {
            this.seen = seen;
            this.soFar = Optional.of(soFar);
        });
    }

    void stop() {
        change(() -> stopped = true);
    }

    void end(Optional<RuntimeException> fault) {
        change(() -> {
            this.fault = fault;
            over = true;
        });
    }

    /** Waits for the end without haste. */
    void await() {
        lock.lock();
        try {
            while (!over) {
                changed.await();
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
    }

    /** Waits for the end, which hurries it, but no longer than this; true when it is over. */
    boolean join(Progress progress, Optional<Duration> patience) {
        long from = System.nanoTime();
        change(() -> waiting++);
        try {
            while (!isOverSoon()) {
                progress.keys(locked(() -> seen));
                if (patience.isPresent()
                        && System.nanoTime() - from > patience.get().toNanos()) {
                    return false;
                }
            }
            return true;
        } finally {
            change(() -> waiting--);
        }
    }

    /** Waits for a moment, and says whether it is over. */
    private boolean isOverSoon() {
        lock.lock();
        try {
            long left = TELL.toNanos();
            while (left > 0 && !over) {
                left = changed.awaitNanos(left);
            }
            return over;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new StoreException.Unavailable("Waiting for a count was interrupted");
        } finally {
            lock.unlock();
        }
    }

    private <T> T locked(Supplier<T> question) {
        lock.lock();
        try {
            return question.get();
        } finally {
            lock.unlock();
        }
    }

    private void change(Runnable action) {
        lock.lock();
        try {
            action.run();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
