package dev.yorozu.server.operate.statistics;

import dev.yorozu.server.operate.transport.Progress;
import dev.yorozu.store.StoreException;
import java.time.Duration;
import java.util.Optional;

/**
 * One count under way: where the thread that counts and those who wait for it meet. Each of these is told of the progress
 * in its own thread, so that one who goes away disturbs nobody.
 */
final class Round {
    private static final Duration TELL = Duration.ofMillis(200);

    private final Monitor monitor = new Monitor();
    private final long begun = System.nanoTime();
    private int waiting;
    private long seen;
    private boolean stopped;
    private boolean over;
    private Optional<Statistics> soFar = Optional.empty();
    private Optional<RuntimeException> fault = Optional.empty();

    boolean isStopped() {
        return monitor.locked(() -> stopped);
    }

    /** What was counted so far; empty before the first page. */
    Optional<Statistics> soFar() {
        return monitor.locked(() -> soFar);
    }

    /** What made the count fail, if it did. */
    Optional<RuntimeException> fault() {
        return monitor.locked(() -> fault);
    }

    Duration lasted() {
        return Duration.ofNanos(System.nanoTime() - begun);
    }

    /**
     * Lets time pass for the one who counts, until the count is to stop.
     *
     * @param calm how long while nobody waits for the outcome
     * @param eager how long while somebody does
     */
    void pause(Duration calm, Duration eager) {
        long from = System.nanoTime();
        try {
            monitor.await(() -> stopped, () -> left(calm, eager, from));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            stop();
        }
    }

    /** The one who waits may have come only now, and what is left of the pause changes with it. */
    private long left(Duration calm, Duration eager, long from) {
        return (waiting > 0 ? eager : calm).toNanos() - (System.nanoTime() - from);
    }

    void tell(long seen, Statistics soFar) {
        monitor.change(() -> {
            this.seen = seen;
            this.soFar = Optional.of(soFar);
        });
    }

    void stop() {
        monitor.change(() -> stopped = true);
    }

    void end(Optional<RuntimeException> fault) {
        monitor.change(() -> {
            this.fault = fault;
            over = true;
        });
    }

    /** Waits for the end without haste. */
    void await() {
        try {
            monitor.await(() -> over, () -> Long.MAX_VALUE);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits for the end, which hurries it, but no longer than this; true when it is over. */
    boolean join(Progress progress, Optional<Duration> patience) {
        long from = System.nanoTime();
        monitor.change(() -> waiting++);
        try {
            while (!isOverSoon()) {
                progress.keys(monitor.locked(() -> seen));
                if (patience.isPresent()
                        && System.nanoTime() - from > patience.get().toNanos()) {
                    return false;
                }
            }
            return true;
        } finally {
            monitor.change(() -> waiting--);
        }
    }

    /** Waits for a moment, and says whether it is over. */
    private boolean isOverSoon() {
        try {
            return monitor.await(() -> over, TELL);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new StoreException.Unavailable("Waiting for a count was interrupted");
        }
    }
}
