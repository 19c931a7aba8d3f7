package dev.yorozu.store.rocks;

import dev.yorozu.store.Batch;
import dev.yorozu.store.Key;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Where callers leave their batches for the one writer: a stack without locks, taken whole and turned round. */
final class Inbox {
    /** Stands at the top of a closed inbox; nobody waits for it. */
    private static final Pending CLOSED =
            new Pending(Batch.builder().delete(Key.of("closed")).build());

    private final AtomicReference<@Nullable Pending> top = new AtomicReference<>();

    /** Leaves a batch and wakes the writer. Returns false when the inbox is closed. */
    boolean offer(Pending pending, Thread writer) {
        boolean left = leave(pending);
        if (left) {
            LockSupport.unpark(writer);
        }
        return left;
    }

    /** Leaves a batch for somebody to find. Returns false when the inbox is closed. */
    boolean leave(Pending pending) {
        Pending earlier;
        do {
            earlier = top.get();
            if (earlier == CLOSED) {
                return false;
            }
            pending.next(earlier);
        } while (!top.compareAndSet(earlier, pending));
        return true;
    }

    boolean isEmpty() {
        return top.get() == null;
    }

    /** Appends all that came, in the order in which it came. */
    void drainTo(Deque<Pending> backlog) {
        append(top.getAndSet(null), backlog);
    }

    /** As {@link #drainTo}, and lets nothing more in. */
    void close(Deque<Pending> backlog) {
        append(top.getAndSet(CLOSED), backlog);
    }

    private static void append(@Nullable Pending last, Deque<Pending> backlog) {
        Pending first = null;
        Pending current = last;
        while (current != null) {
            Pending earlier = current.next();
            current.next(first);
            first = current;
            current = earlier;
        }
        while (first != null) {
            Pending next = first.next();
            first.next(null);
            backlog.add(first);
            first = next;
        }
    }
}
