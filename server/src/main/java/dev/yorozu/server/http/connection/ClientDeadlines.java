package dev.yorozu.server.http.connection;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * How long one client may take, by what it is about to send or to receive. Belongs to the thread of its connection; times
 * are nanoseconds of one clock.
 *
 * <p>Request line and headers share one allowance, which begins with the first byte: no trickle prolongs it. A body has
 * the same allowance for each pause and, over all pauses, that allowance plus the time that its bytes take at the least
 * rate. Only the time that is spent waiting counts, not what an endpoint takes between two reads. A connection that waits
 * for its next request has no deadline here: the idle timeout is for it.
 */
final class ClientDeadlines {
    private static final long NEVER = Long.MIN_VALUE;

    private final long timeout;
    private final long nanosPerByte;
    private Phase phase = Phase.LINE;
    private long begun = NEVER;
    private long waited;
    private long received;

    enum Phase {
        LINE,
        HEADERS,
        BODY
    }

    ClientDeadlines(Duration timeout, int bytesPerSecond) {
        this.timeout = timeout.toNanos();
        this.nanosPerByte = Math.max(1, TimeUnit.SECONDS.toNanos(1) / bytesPerSecond);
    }

    Phase phase() {
        return phase;
    }

    /** Whether a request line or its headers are being read. */
    boolean inHead() {
        return phase != Phase.BODY;
    }

    /** The connection begins to read a request line; some of it may have come with the request before. */
    void lineAwaited(long now, boolean someOfIt) {
        if (phase != Phase.LINE) {
            phase = Phase.LINE;
            begun = NEVER;
        }
        if (someOfIt && begun == NEVER) {
            begun = now;
        }
    }

    void lineRead(long now) {
        if (phase != Phase.LINE || begun == NEVER) {
            begun = now;
        }
        phase = Phase.HEADERS;
    }

    void headersRead() {
        phase = Phase.BODY;
        waited = 0;
        received = 0;
    }

    /** Until when the next bytes must be here. */
    long deadline(long now) {
        if (phase == Phase.BODY) {
            return now + Math.min(timeout, timeout + received * nanosPerByte - waited);
        }
        return begun == NEVER ? Deadline.NONE : begun + timeout;
    }

    /** Bytes have come after a wait. */
    void arrived(long since, long now, int bytes) {
        if (phase == Phase.BODY) {
            waited += now - since;
            received += bytes;
        } else if (begun == NEVER) {
            begun = now;
        }
    }

    /** Until when so many bytes of a reply must be taken. */
    long deadline(long now, int bytes) {
        return now + timeout + bytes * nanosPerByte;
    }
}
