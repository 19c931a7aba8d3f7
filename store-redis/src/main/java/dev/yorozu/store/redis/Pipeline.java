package dev.yorozu.store.redis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * Sends the commands of concurrent callers together, in one write to the socket and one read of Redis.
 *
 * <p>The first caller to come sends for all. Before it does, it lets the threads go first that are ready to run: those that
 * are about to ask something too, most of all after many replies have arrived at once. A caller that is alone, as the last one
 * was, does not wait for anyone. What one caller sends at once stays together, in its order.
 *
 * <p>While many commands are under way to one node, those that come wait for the next replies, and are then sent by the
 * thread that received these, which need not be woken for it; but once nothing was sent for a millisecond, the next to come
 * sends for all. A node far away is so kept busy all the same.
 */
final class Pipeline {
    private static final int MANY = 16;
    private static final long LONGEST_PAUSE = Duration.ofMillis(1).toNanos();

    private final Consumer<List<Call>> connection;
    private final boolean oneNode;
    private final Queue<List<Call>> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean gathering = new AtomicBoolean();
    private final AtomicInteger underWay = new AtomicInteger();
    private final Deadlines deadlines = new Deadlines();
    private volatile long sent = System.nanoTime();
    /** Whether the last to be sent were the commands of several callers, so that there may be several again. */
    private volatile boolean crowded;

    private Pipeline(Consumer<List<Call>> connection, boolean oneNode) {
        this.connection = connection;
        this.oneNode = oneNode;
    }

    /** @param connection writes calls at once, all to the same node */
    static Pipeline toNode(Consumer<List<Call>> connection) {
        return new Pipeline(connection, true);
    }

    /** @param connection writes calls at once, to several nodes, of which none has to wait for another */
    static Pipeline toNodes(Consumer<List<Call>> connection) {
        return new Pipeline(connection, false);
    }

    void send(List<Call> calls) {
        deadlines.watch(calls);
        waiting.add(calls);
        if (!mayWait() && gathering.compareAndSet(false, true)) {
            if (crowded || underWay.get() > 0) {
                Thread.yield();
            }
            // Whoever comes from here on sends for itself, as it may come too late for this round.
            gathering.set(false);
            sendWaiting();
        }
    }

    /** Whether there will be replies soon, after which what waits is sent. */
    private boolean mayWait() {
        return oneNode && underWay.get() >= MANY && System.nanoTime() - sent < LONGEST_PAUSE;
    }

    private void sendWaiting() {
        List<Call> together = new ArrayList<>();
        int callers = 0;
        for (List<Call> each = waiting.poll(); each != null; each = waiting.poll()) {
            callers++;
            for (Call call : each) {
                if (!call.isDone()) { // Its time is over where it is.
                    together.add(call);
                }
            }
        }
        if (!together.isEmpty()) {
            underWay.addAndGet(together.size());
            sent = System.nanoTime();
            crowded = callers > 1;
            List<Call> calls = oneNode ? JoinedCounts.join(together, this::write) : together;
            write(calls);
            // Redis answers in the order of asking.
            calls.getLast().whenComplete((reply, failure) -> answered(together.size()));
        }
    }

    private void answered(int calls) {
        underWay.addAndGet(-calls);
        if (oneNode) {
            sendWaiting();
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
