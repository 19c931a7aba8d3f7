package dev.yorozu.bench.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Sends requests at a fixed rate and measures each from the moment at which it was due, so that a server that stalls is
 * charged for all that had to wait meanwhile.
 *
 * <p>One thread sends and another takes the answers: the first sleeps until shortly before a request is due and then spins,
 * because a sleep is only exact to some 60 µs; the second is woken by the answers themselves. A client passes from one to the
 * other by its request and back by the queue of those that are free.
 */
final class Pace {
    private static final long SPIN = TimeUnit.MICROSECONDS.toNanos(70);

    private final Selector selector;
    private final BlockingQueue<Visitor> free;
    private final double perSecond;
    private final long[] nanos;
    private int answered;

    Pace(Selector selector, List<Visitor> visitors, double perSecond, int requests) {
        this.selector = selector;
        this.free = new ArrayBlockingQueue<>(visitors.size(), false, visitors);
        this.perSecond = perSecond;
        this.nanos = new long[requests];
    }

    Latencies run() throws IOException {
        FutureTask<Latencies> receiving = new FutureTask<>(this::receiveAll);
        Thread.ofPlatform().daemon().start(receiving);
        try {
            send();
            return receiving.get();
        } catch (InterruptedException e) {
            throw new IllegalStateException("Interrupted while measuring", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException("A request was not answered as it should be", e.getCause());
        }
    }

    private void send() throws IOException, InterruptedException {
        long start = System.nanoTime();
        for (int i = 0; i < nanos.length; i++) {
            long due = start + (long) (i * 1e9 / perSecond);
            await(due);
            Visitor next = free.poll(Visitors.PATIENCE.toSeconds(), TimeUnit.SECONDS);
            if (next == null) {
                return; // The receiver has failed, and says why.
            }
            next.ask(due);
        }
    }

    private static void await(long due) {
        for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
            if (left > SPIN) {
                LockSupport.parkNanos(left - SPIN);
            } else {
                Thread.onSpinWait();
            }
        }
    }

    private Latencies receiveAll() throws IOException {
        while (answered < nanos.length) {
            if (selector.select(this::receive, Visitors.PATIENCE.toMillis()) == 0) {
                throw new IllegalStateException("No answer within " + Visitors.PATIENCE.toSeconds() + " s");
            }
        }
        return new Latencies(nanos);
    }

    private void receive(SelectionKey key) {
        Visitor visitor = (Visitor) key.attachment();
        long due = visitor.due();
        try {
            if (visitor.receive()) {
                nanos[answered++] = System.nanoTime() - due;
                free.add(visitor);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
