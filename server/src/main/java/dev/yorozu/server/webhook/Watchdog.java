package dev.yorozu.server.webhook;

import java.io.IOException;
import java.net.Socket;
import java.time.Duration;

/**
 * Closes a socket when its time is over. A socket's own timeout starts anew with every byte, and does not hold for writing
 * at all.
 */
final class Watchdog implements AutoCloseable {
    private final Thread thread;

    private Watchdog(Thread thread) {
        this.thread = thread;
    }

    static Watchdog over(Socket socket, Deadline deadline) {
        return new Watchdog(Thread.ofVirtual().name("yorozu-webhook-watchdog").start(() -> {
            try {
                Thread.sleep(Duration.ofNanos(Math.max(0, deadline.left())));
                socket.close();
            } catch (InterruptedException inTime) {
                return;
            } catch (IOException broken) {
                return; // Whoever reads from it will hear of it.
            }
        }));
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
