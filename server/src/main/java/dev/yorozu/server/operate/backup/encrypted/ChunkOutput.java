package dev.yorozu.server.operate.backup.encrypted;

import java.io.IOException;
import java.io.OutputStream;

/** Encrypts what is written, a chunk at a time. Closing it writes the last chunk and leaves the target open. */
final class ChunkOutput extends OutputStream {
    private final OutputStream target;
    private final ChunkCipher cipher;
    private final byte[] chunk = new byte[ChunkCipher.CHUNK];
    private int length;
    private boolean closed;

    ChunkOutput(OutputStream target, ChunkCipher cipher) {
        this.target = target;
        this.cipher = cipher;
    }

    @Override
    public void write(int next) throws IOException {
        write(new byte[] {(byte) next}, 0, 1);
    }

    /** A full chunk waits for the next byte, because only then it is known not to be the last. */
    @Override
    public void write(byte[] bytes, int offset, int count) throws IOException {
        int done = 0;
        while (done < count) {
            if (length == chunk.length) {
                put(false);
            }
            int step = Math.min(count - done, chunk.length - length);
            System.arraycopy(bytes, offset + done, chunk, length, step);
            length += step;
            done += step;
        }
    }

    @Override
    public void close() throws IOException {
        if (!closed) {
            closed = true;
            put(true);
            target.flush();
        }
    }

    private void put(boolean last) throws IOException {
        target.write(cipher.seal(chunk, length, last));
        length = 0;
    }
}
