package dev.yorozu.server.http;

import java.io.IOException;
import java.io.OutputStream;

/** The body of a reply that is sent piece by piece: counted, and never waiting too long for the client to take it. */
final class ReplyStream extends OutputStream {
    private final OutputStream out;
    private final Patience patience;
    private long count;

    ReplyStream(OutputStream out, Patience patience) {
        this.out = out;
        this.patience = patience;
    }

    @Override
    public void write(int value) throws IOException {
        write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        patience.begin();
        try {
            out.write(bytes, offset, length);
        } finally {
            patience.end();
        }
        count += length;
    }

    @Override
    public void flush() throws IOException {
        out.flush();
    }

    long count() {
        return count;
    }
}
