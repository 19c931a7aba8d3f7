package dev.yorozu.store.backend;

import dev.yorozu.store.Batch;
import dev.yorozu.store.Key;
import dev.yorozu.store.Write;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Counts the changes of keys, for a store that every write passes.
 *
 * <p>The counts lie in a table of fixed size, so that keys may share one: then a change of one looks like a change of the
 * other, and never the other way round. Counts only grow, so that the sum of several is another one once any of them is.
 */
public final class Revisions {
    private static final int COUNTS = 1 << 14;

    private final AtomicLongArray changes = new AtomicLongArray(COUNTS);
    private final AtomicLong all = new AtomicLong();

    /** Notes what a batch changes. Comes after the change, and before anybody is told that it happened. */
    public void changed(Batch batch) {
        for (Write write : batch.writes()) {
            changed(write.key());
        }
    }

    /** Notes that this key changed. */
    public void changed(Key key) {
        changes.incrementAndGet(place(key));
    }

    /** Notes that any key may have changed. */
    public void allChanged() {
        all.incrementAndGet();
    }

    /** A number that is another one once any of the keys was changed. */
    public long of(Key... keys) {
        long sum = all.get();
        for (Key key : keys) {
            sum += changes.get(place(key));
        }
        return sum;
    }

    private static int place(Key key) {
        int hash = key.name().hashCode() * 0x9E3779B9;
        return hash >>> (Integer.SIZE - Integer.numberOfTrailingZeros(COUNTS));
    }
}
