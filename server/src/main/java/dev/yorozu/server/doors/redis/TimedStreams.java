package dev.yorozu.server.doors.redis;

import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;

/**
 * The two directions of a connection, with a deadline for every wait. The connection's thread sets it, another lets it pass by
 * closing the socket: a thread that waits for a socket cannot watch a clock.
 *
 * <p>To close an encrypted socket is to say goodbye, which waits for whatever is being written, for as long as the client does not
 * read. So only the connection's own thread says it, under a deadline too; others close the socket below.
 */
final class TimedStreams {
    private static final long NEVER = Long.MAX_VALUE;

    private final Socket socket;
    private final Socket below;
    private final ClientPatience patience;
    private final long origin = System.nanoTime();
    private volatile long deadline = NEVER;
    /** When the first byte of the command came that is being read; negative between two. */
    private long began = -1;

    private long received;

    /** @param below what carries an encrypted socket; the same where none is */
    TimedStreams(Socket socket, Socket below, ClientPatience patience) {
        this.socket = socket;
        this.below = below;
        this.patience = patience;
    }

    private long now() {
        return System.nanoTime() - origin;
    }

    /** The next byte is the first of a command. */
    void betweenCommands() {
        began = -1;
        received = 0;
    }

    InputStream input() throws IOException {
        return new FilterInputStream(socket.getInputStream()) {
            @Override
            public int read(byte[] bytes, int offset, int length) throws IOException {
                deadline = began < 0 ? now() + patience.idle().toNanos() : began + patience.nanos(received);
                try {
                    int read = super.read(bytes, offset, length);
                    received += Math.max(0, read);
                    return read;
                } finally {
                    deadline = NEVER;
                    began = began < 0 ? now() : began;
                }
            }
        };
    }

    OutputStream output() throws IOException {
        return new FilterOutputStream(socket.getOutputStream()) {
            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                deadline = now() + patience.nanos(length);
                try {
                    out.write(bytes, offset, length);
                } finally {
                    deadline = NEVER;
                }
            }
        };
    }

    /** Closes the socket of a client that let its deadline pass. Called by another thread. */
    boolean closeIfLate() {
        boolean late = deadline < now();
        if (late) {
            close();
        }
        return late;
    }

    /** Ends the connection, and says so; for its own thread. */
    void end() {
        deadline = now() + patience.nanos(0);
        try {
            socket.close();
        } catch (IOException gone) {
            // As good as closed.
        } finally {
            deadline = NEVER;
            close();
        }
    }

    /** Breaks the connection off; waits for nobody. */
    void close() {
        try {
            below.close();
        } catch (IOException gone) {
            // As good as closed.
        }
    }
}
