package dev.yorozu.store.redis;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Ends the calls whose time is over. One timer looks after all of them every few milliseconds, as long as there are any:
 * a timer for each waiting thread would cost more than its wait.
 */
final class Deadlines {
    /** Looks on the timer's own thread, which takes no time, as nothing here waits. */
    private static final Executor LATER = CompletableFuture.delayedExecutor(10, TimeUnit.MILLISECONDS, Runnable::run);

    private final Queue<List<Call>> watched = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean looking = new AtomicBoolean();

    /** From here on these calls end, at the latest a moment after the deadline of whoever waits for them. */
    void watch(List<Call> calls) {
        calls.forEach(Call::watched);
        watched.add(calls);
        lookLater();
    }

    private void lookLater() {
        if (!looking.get() && looking.compareAndSet(false, true)) {
            LATER.execute(this::look);
        }
    }

    private void look() {
        long now = System.nanoTime();
        watched.removeIf(calls -> ended(calls, now));
        looking.set(false);
        if (!watched.isEmpty()) {
            lookLater();
        }
    }

    /** Asks all of them: which one somebody waits for is not known. */
    private static boolean ended(List<Call> calls, long now) {
        boolean ended = true;
        for (Call call : calls) {
            ended &= call.ended(now);
        }
        return ended;
    }
}
