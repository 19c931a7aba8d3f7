package dev.yorozu.store.rocks;

import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/**
 * Keeps the engine open while someone is inside it; a native call on a closed engine would end the process.
 *
 * <p>Both counts only grow. Who enters counts first and looks at {@code closed} then; who closes sets {@code closed}
 * first and counts then, those who left before those who entered. So when the counts agree, nobody is inside, and whoever
 * comes later turns back.
 */
final class Gate {
    private final LongAdder entered = new LongAdder();
    private final LongAdder left = new LongAdder();
    private volatile boolean closed;

    /** Whether the caller is now inside, and must leave. */
    boolean enter() {
        entered.increment();
        if (closed) {
            left.increment();
            return false;
        }
        return true;
    }

    void leave() {
        left.increment();
    }

    /** Lets nobody in any more, and waits until all have left. */
    void close() {
        closed = true;
        while (left.sum() != entered.sum()) {
            LockSupport.parkNanos(50_000);
        }
    }
}
