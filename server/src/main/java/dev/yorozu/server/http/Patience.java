package dev.yorozu.server.http;

import io.helidon.http.Headers;
import io.helidon.http.HttpPrologue;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.http1.Http1ConnectionListener;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Bounds how long a thread waits for its client: for the headers as a whole, for the next bytes of a body, and for the
 * client to take the next bytes of a reply. Helidon itself would wait for ever.
 *
 * <p>A thread is watched only while it waits. One that waits too long is interrupted, which closes its connection; no
 * interrupt strays into what the thread does next.
 */
final class Patience implements Http1ConnectionListener, AutoCloseable {
    private static final long FORGOTTEN_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final Map<Thread, Wait> waits = new ConcurrentHashMap<>();
    private final long allowedNanos;
    private final Thread watcher;
    private volatile boolean closed;

    /** One wait of one thread. Its lock makes sure that no interrupt comes after its end. */
    private static final class Wait {
        private final Thread thread;
        private final long start = System.nanoTime();
        private boolean over;
        private boolean interrupted;

        Wait(Thread thread) {
            this.thread = thread;
        }

        synchronized void end() {
            over = true;
            if (interrupted) {
                // The connection is of no use any more, but what the thread does next must run in peace.
                Thread.interrupted();
            }
        }

        synchronized void interrupt() {
            if (!over && !interrupted) {
                interrupted = true;
                thread.interrupt();
            }
        }
    }

    Patience(Duration allowed) {
        allowedNanos = allowed.toNanos();
        long period = Math.clamp(allowed.toMillis() / 4, 10, 1000);
        watcher = Thread.ofPlatform().name("yorozu-patience").daemon().start(() -> watch(period));
    }

    /** From here on this thread waits for its client. */
    void begin() {
        Thread thread = Thread.currentThread();
        waits.put(thread, new Wait(thread));
    }

    /** The wait is over. */
    void end() {
        Wait wait = waits.remove(Thread.currentThread());
        if (wait != null) {
            wait.end();
        }
    }

    @Override
    public void prologue(ConnectionContext connection, HttpPrologue prologue) {
        begin();
    }

    @Override
    public void headers(ConnectionContext connection, Headers headers) {
        end();
    }

    private void watch(long periodMillis) {
        while (!closed) {
            try {
                Thread.sleep(periodMillis);
            } catch (InterruptedException e) {
                return;
            }
            long now = System.nanoTime();
            // Malformed headers end a connection without an end to its wait, so that some waits must be forgotten.
            waits.values().removeIf(wait -> {
                long waited = now - wait.start;
                if (waited > allowedNanos) {
                    wait.interrupt();
                }
                return waited > 2 * allowedNanos + FORGOTTEN_NANOS;
            });
        }
    }

    @Override
    public void close() {
        closed = true;
        watcher.interrupt();
    }
}
