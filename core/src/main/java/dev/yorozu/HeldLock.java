package dev.yorozu;

import dev.yorozu.lock.Lease;
import dev.yorozu.lock.Locks;
import java.time.Duration;
import java.util.OptionalLong;

/** A lock that was acquired, released by {@link #close}. It may have ended since, when its life has passed. */
public final class HeldLock implements AutoCloseable {
    private final Locks locks;
    private final Lease lease;

    HeldLock(Locks locks, Lease lease) {
        this.locks = locks;
        this.lease = lease;
    }

    /** Greater than that of every earlier owner; empty where locks have no fences ({@link NamedLocks.Builder#fenced}). */
    public OptionalLong fence() {
        return lease.fence();
    }

    /** Gives the lock a new life from now on; false when it has ended and may be another's. */
    public boolean extend(Duration life) {
        return locks.extend(lease, life);
    }

    /** Releases the lock; false when it had ended before, so that another may have worked meanwhile. */
    public boolean release() {
        return locks.release(lease);
    }

    /** Releases the lock if it is still held. */
    @Override
    public void close() {
        release();
    }

    @Override
    public String toString() {
        return lease.toString();
    }
}
