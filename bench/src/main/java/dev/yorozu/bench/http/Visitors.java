package dev.yorozu.bench.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * So many clients of one server, each with a connection that it keeps and one request at a time, driven by one thread.
 *
 * <p>Client and server share the machine: whatever the clients cost is missing to the server. So there is no thread for
 * each client and no HTTP library here. Every answer is checked.
 */
public final class Visitors implements AutoCloseable {
    static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Selector selector;
    private final List<Visitor> visitors = new ArrayList<>();
    private long answered;
    private boolean over;

    private static final int ADDRESSES = 1000;
    private static final AtomicInteger SAMPLES = new AtomicInteger();

    /** Connects one client for each of the talks. */
    public Visitors(int port, List<? extends Talk> talks) throws IOException {
        this.selector = Selector.open();
        for (int i = 0; i < talks.size(); i++) {
            Visitor visitor = new Visitor(port, i, talks.get(i));
            visitors.add(visitor);
            visitor.channel().configureBlocking(false);
            visitor.channel().register(selector, SelectionKey.OP_READ, visitor);
        }
    }

    /** What is answered to the first request of a talk. From one address there are only so many connections in a minute. */
    public static Answer sample(int port, Talk talk) throws IOException {
        try (Visitor visitor = new Visitor(port, SAMPLES.getAndIncrement() % ADDRESSES, talk)) {
            return visitor.exchange();
        }
    }

    /** How many requests were answered since the clients are here. */
    public long answered() {
        return answered;
    }

    /** Whether no request from now on is the first of its user. */
    public boolean areSteady() {
        return visitors.stream().allMatch(visitor -> visitor.talk().isSteady());
    }

    /** How many answers a second all clients get together, each asking again as soon as it was answered. */
    public double rate(Duration time) throws IOException {
        long before = answered;
        long begun = System.nanoTime();
        over = false;
        for (Visitor visitor : visitors) {
            visitor.ask(begun);
        }
        int waiting = visitors.size();
        while (waiting > 0) {
            over = System.nanoTime() - begun > time.toNanos();
            long known = answered;
            if (selector.select(this::receive, PATIENCE.toMillis()) == 0) {
                throw new IllegalStateException("No answer within " + PATIENCE.toSeconds() + " s");
            }
            waiting -= over ? (int) (answered - known) : 0;
        }
        return (answered - before) * 1e9 / (System.nanoTime() - begun);
    }

    private void receive(SelectionKey key) {
        Visitor visitor = (Visitor) key.attachment();
        try {
            if (visitor.receive()) {
                answered++;
                if (!over) {
                    visitor.ask(System.nanoTime());
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** How long answers take while requests come at a fixed rate, whether earlier ones are answered or not. */
    public Latencies paced(double perSecond, Duration time) throws IOException {
        int requests = (int) Math.max(1, perSecond * time.toMillis() / 1e3);
        Latencies latencies = new Pace(selector, visitors, perSecond, requests).run();
        answered += requests;
        return latencies;
    }

    @Override
    public void close() throws IOException {
        for (Visitor visitor : visitors) {
            visitor.close();
        }
        selector.close();
    }
}
