package dev.yorozu.server.http;

import java.io.IOException;
import java.io.OutputStream;

/** The body of a reply that is sent piece by piece, and counted. */
public final class ReplyStream extends OutputStream {
    private final OutputStream out;
    private long count;

    public ReplyStream(OutputStream out) {
        this.out = out;
    }

    @Override
    public void write(int value) throws IOException {
        write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        out.write(bytes, offset, length);
        count += length;
    }

    @Override
    public void flush() throws IOException {
        out.flush();
    }

    public long count() {
        return count;
    }
}
