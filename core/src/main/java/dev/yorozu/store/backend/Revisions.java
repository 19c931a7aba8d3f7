package dev.yorozu.store.backend;

import dev.yorozu.store.Batch;
import dev.yorozu.store.Key;
import dev.yorozu.store.Write;
import java.security.SecureRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Counts the changes of keys, for a store that every write passes.
 *
 * <p>The counts lie in a table of fixed size, so that keys may share one: then a change of one looks like a change of the
 * other, and never the other way round. Which ones do is drawn, so that no client can name a key whose count tells of another
 * one's. Counts only grow, so that the sum of several is another one once any of them is.
 */
public final class Revisions {
    private static final int COUNTS = 1 << 14;

    private final AtomicLongArray changes = new AtomicLongArray(COUNTS);
    private final AtomicLong all = new AtomicLong();
    private final long seed = new SecureRandom().nextLong();

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

    private int place(Key key) {
        String name = key.name();
        long hash = seed;
        for (int i = 0; i < name.length(); i++) {
            hash = (hash ^ name.charAt(i)) * 0x9E3779B97F4A7C15L;
            hash ^= hash >>> 32;
        }
        return (int) (hash * 0xBF58476D1CE4E5B9L >>> (Long.SIZE - Integer.numberOfTrailingZeros(COUNTS)));
    }
}
