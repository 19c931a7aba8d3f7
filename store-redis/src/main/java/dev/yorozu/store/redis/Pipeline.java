package dev.yorozu.store.redis;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * Sends the commands of concurrent callers together, in one write to the socket and one read of Redis.
 *
 * <p>The first caller to come sends for all. Before it does, it lets the threads go first that are ready to run: those that
 * are about to ask something too, most of all after many replies have arrived at once. A caller that is alone does not wait
 * for anyone, and there is no timer. What one caller sends at once stays together, in its order.
 */
final class Pipeline {
    private final Consumer<List<Call>> connection;
    private final Queue<List<Call>> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean gathering = new AtomicBoolean();

    /** @param connection writes calls at once */
    Pipeline(Consumer<List<Call>> connection) {
        this.connection = connection;
    }

    void send(List<Call> calls) {
        waiting.add(calls);
        if (gathering.compareAndSet(false, true)) {
            Thread.yield();
            // Whoever comes from here on sends for itself, as it may come too late for this round.
            gathering.set(false);
            List<Call> together = new ArrayList<>();
            for (List<Call> each = waiting.poll(); each != null; each = waiting.poll()) {
                together.addAll(each);
            }
            if (!together.isEmpty()) {
                write(together);
            }
        }
    }

    private void write(List<Call> together) {
        try {
            connection.accept(together);
        } catch (RuntimeException e) {
            // One caller must not keep the others waiting. Each call knows whether it has left.
            together.forEach(call -> call.completeExceptionally(e));
        }
    }
}
