package dev.yorozu.server.operate.statistics;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Guards the state of one object, and lets threads wait until it has changed. Unlike {@code synchronized} it holds no
 * carrier of a virtual thread that waits.
 */
final class Monitor {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();

    <T> T locked(Supplier<T> question) {
        lock.lock();
        try {
            return question.get();
        } finally {
            lock.unlock();
        }
    }

    /** Wakes those who wait. */
    void change(Runnable action) {
        locked(() -> {
            action.run();
            changed.signalAll();
            return true;
        });
    }

    /** Waits until this holds, but no longer than this; says whether it holds. */
    boolean await(BooleanSupplier met, Duration most) throws InterruptedException {
        long from = System.nanoTime();
        return await(met, () -> most.toNanos() - (System.nanoTime() - from));
    }

    /** @param left how many nanoseconds there are still to wait, which is asked anew after each change */
    boolean await(BooleanSupplier met, LongSupplier left) throws InterruptedException {
        lock.lock();
        try {
            for (long nanos = left.getAsLong(); nanos > 0 && !met.getAsBoolean(); nanos = left.getAsLong()) {
                changed.awaitNanos(nanos);
            }
            return met.getAsBoolean();
        } finally {
            lock.unlock();
        }
    }
}
