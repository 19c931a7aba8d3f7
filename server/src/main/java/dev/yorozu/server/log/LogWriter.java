package dev.yorozu.server.log;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/**
 * Writes events as lines, on a thread of its own, so that no request waits for a slow terminal, pipe or disk.
 *
 * <p>The queue is bounded. When it is full, or a line cannot be written, an event is dropped and counted: a log that cannot
 * keep up must not stop the server.
 */
final class LogWriter implements AutoCloseable {
    private static final int QUEUE = 8192;
    private static final int AT_ONCE = 256;

    private final BlockingQueue<LogEvent> queue = new ArrayBlockingQueue<>(QUEUE);
    private final LongAdder dropped = new LongAdder();
    private final LogFormat format;
    private final LogSink out;
    private final Thread thread;
    private volatile boolean closed;

    LogWriter(LogFormat format, LogSink out) {
        this.format = format;
        this.out = out;
        this.thread = Thread.ofPlatform().name("yorozu-log").daemon().start(this::run);
    }

    void write(LogEvent event) {
        if (closed || !queue.offer(event)) {
            dropped.increment();
        }
    }

    long dropped() {
        return dropped.sum();
    }

    private void run() {
        List<LogEvent> events = new ArrayList<>(AT_ONCE);
        while (!closed || !queue.isEmpty()) {
            try {
                LogEvent first = queue.poll(100, TimeUnit.MILLISECONDS);
                if (first != null) {
                    events.add(first);
                    queue.drainTo(events, AT_ONCE - 1);
                    print(events);
                    events.clear();
                }
            } catch (InterruptedException e) {
                // Only close() ends this thread, and it lets the queue run empty first.
                closed = true;
            }
        }
        out.close();
    }

    private void print(List<LogEvent> events) {
        StringBuilder lines = new StringBuilder(events.size() * 160);
        for (LogEvent event : events) {
            lines.append(format.line(event)).append('\n');
        }
        try {
            out.write(lines.toString().getBytes(StandardCharsets.UTF_8));
        } catch (IOException lost) {
            dropped.add(events.size());
        }
    }

    /** Writes what is queued, for a few seconds at most. */
    @Override
    public void close() {
        closed = true;
        try {
            thread.join(Duration.ofSeconds(3));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
