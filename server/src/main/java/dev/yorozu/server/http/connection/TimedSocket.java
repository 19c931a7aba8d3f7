package dev.yorozu.server.http.connection;

import io.helidon.common.buffers.BufferData;
import io.helidon.common.buffers.DataReader;
import io.helidon.common.buffers.DataWriter;
import io.helidon.common.socket.HelidonSocket;
import io.helidon.webserver.CloseConnectionException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** What a connection reads and writes through, so that every wait for its client has a deadline. */
final class TimedSocket implements DataWriter {
    /** The silence after which a client that was refused has either sent all or seen the reply. */
    private static final Duration SILENCE = Duration.ofSeconds(1);

    private final HelidonSocket socket;
    private final ClientDeadlines deadlines;
    private final LongSupplier nanos;
    private final Deadline deadline = new Deadline();
    private final DataReader reader = DataReader.create(this::pull);
    private BooleanSupplier readsLine = () -> true;
    private volatile String waiting = "head";

    TimedSocket(HelidonSocket socket, ClientDeadlines deadlines, LongSupplier nanos) {
        this.socket = socket;
        this.deadlines = deadlines;
        this.nanos = nanos;
    }

    /** Says who knows whether a request line is being read: the one who reads it, of whom this is a part. */
    void readsLineWhen(BooleanSupplier condition) {
        readsLine = condition;
    }

    /** Agrees on TLS with the client, where that is asked for, within the time that it has for a head. */
    void shakeHands() {
        if (socket instanceof EncryptedSocket encrypted) {
            deadline.set(deadlines.deadline(nanos.getAsLong(), 0));
            try {
                encrypted.shakeHands();
            } catch (UncheckedIOException e) {
                throw new CloseConnectionException("The client is gone", e);
            } finally {
                deadline.clear();
            }
        }
    }

    /** Tells the client that this is the end, where that is not told by the end of the connection alone. */
    void sayGoodbye() {
        if (socket instanceof EncryptedSocket encrypted) {
            deadline.set(deadlines.deadline(nanos.getAsLong(), 0));
            encrypted.tellWhy();
            deadline.clear();
        }
    }

    boolean isEncrypted() {
        return socket.isSecure();
    }

    DataReader reader() {
        return reader;
    }

    ClientDeadlines deadlines() {
        return deadlines;
    }

    /** What the client is waited for, by the name that metrics have for it. */
    String waiting() {
        return waiting;
    }

    /** Closes the socket when its client has let the deadline pass; true when it did. Called by another thread. */
    boolean closeIfLate(long now) {
        if (!deadline.pass(now)) {
            return false;
        }
        try {
            socket.close();
        } catch (UncheckedIOException e) {
            // It was closed already: as good.
        }
        return true;
    }

    /** The next bytes of the client; null at the end of what it sends. */
    private byte @Nullable [] pull() {
        long since = nanos.getAsLong();
        if (readsLine.getAsBoolean()) {
            deadlines.lineAwaited(since, reader.available() > 0);
        }
        waiting = deadlines.inHead() ? "head" : "body";
        deadline.set(deadlines.deadline(since));
        byte[] bytes = read();
        if (bytes != null) {
            deadlines.arrived(since, nanos.getAsLong(), bytes.length);
        } else if (deadlines.phase() == ClientDeadlines.Phase.HEADERS) {
            throw RequestHead.malformed("The headers broke off");
        }
        return bytes;
    }

    private byte @Nullable [] read() {
        byte[] bytes;
        try {
            bytes = socket.get();
        } catch (UncheckedIOException e) {
            deadline.clear();
            throw new CloseConnectionException("The client is gone", e);
        }
        if (!deadline.clear()) {
            throw new CloseConnectionException("The client was too slow");
        }
        return bytes;
    }

    /** Throws away what still comes, until the client closes, falls silent, or has had the time of one wait. */
    void discard() {
        waiting = "body";
        long now = nanos.getAsLong();
        long latest = deadlines.deadline(now, 0);
        try {
            byte[] bytes = {};
            while (bytes != null && now < latest) {
                deadline.set(Math.min(latest, now + SILENCE.toNanos()));
                bytes = socket.get();
                now = deadline.clear() ? nanos.getAsLong() : latest;
            }
        } catch (UncheckedIOException e) {
            deadline.clear(); // Gone, or closed by the watch.
        }
    }

    @Override
    public void writeNow(BufferData buffer) {
        waiting = "reply";
        deadline.set(deadlines.deadline(nanos.getAsLong(), buffer.available()));
        try {
            socket.write(buffer);
        } finally {
            deadline.clear();
        }
    }

    @Override
    public void writeNow(BufferData... buffers) {
        writeNow(BufferData.create(buffers));
    }

    @Override
    public void write(BufferData... buffers) {
        writeNow(buffers);
    }

    @Override
    public void write(BufferData buffer) {
        writeNow(buffer);
    }
}
