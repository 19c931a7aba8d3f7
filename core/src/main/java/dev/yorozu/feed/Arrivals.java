package dev.yorozu.feed;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Wakes readers that wait for revocations. Safe for use by many threads. */
final class Arrivals {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition arrived = lock.newCondition();
    private final Map<String, Long> counts = new HashMap<>();
    private final Map<String, Integer> awaited = new HashMap<>();
    private boolean closed;

    /** Something was written down in a realm, here or on another server. */
    void note(String realm) {
        lock.lock();
        try {
            counts.merge(realm, 1L, Long::sum);
            arrived.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** A number that changes whenever something arrives in one of the realms; to be asked for before they are read. */
    long count(Collection<String> realms) {
        lock.lock();
        try {
            return sum(realms);
        } finally {
            lock.unlock();
        }
    }

    private long sum(Collection<String> realms) {
        long sum = 0;
        for (String realm : realms) {
            sum += counts.getOrDefault(realm, 0L);
        }
        return sum;
    }

    /** Says that a reader waits, until it leaves. */
    void join(Collection<String> realms) {
        lock.lock();
        try {
            realms.forEach(realm -> awaited.merge(realm, 1, Integer::sum));
        } finally {
            lock.unlock();
        }
    }

    void leave(Collection<String> realms) {
        lock.lock();
        try {
            realms.forEach(realm -> awaited.computeIfPresent(realm, (name, many) -> many == 1 ? null : many - 1));
        } finally {
            lock.unlock();
        }
    }

    /** Waits until the number is another one, the time has passed, or the server stops. */
    void await(Collection<String> realms, long seen, Duration longest) throws InterruptedException {
        lock.lock();
        try {
            long left = longest.toNanos();
            while (left > 0 && !closed && sum(realms) == seen) {
                left = arrived.awaitNanos(left);
            }
        } finally {
            lock.unlock();
        }
    }

    /** The realms for which a reader waits. */
    Set<String> awaited() {
        lock.lock();
        try {
            return new HashSet<>(awaited.keySet());
        } finally {
            lock.unlock();
        }
    }

    /** Waits for so long, or until the server stops; whether it goes on. */
    boolean pause(Duration time) throws InterruptedException {
        lock.lock();
        try {
            long left = time.toNanos();
            while (left > 0 && !closed) {
                left = arrived.awaitNanos(left);
            }
            return !closed;
        } finally {
            lock.unlock();
        }
    }

    boolean isClosed() {
        lock.lock();
        try {
            return closed;
        } finally {
            lock.unlock();
        }
    }

    /** Lets nobody wait any more. */
    void close() {
        lock.lock();
        try {
            closed = true;
            arrived.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
