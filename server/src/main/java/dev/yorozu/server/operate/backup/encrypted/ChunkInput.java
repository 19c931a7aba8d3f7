package dev.yorozu.server.operate.backup.encrypted;

import java.io.IOException;
import java.io.InputStream;

/** Decrypts what is read; nothing of a chunk comes out before the whole chunk was found to be genuine. */
final class ChunkInput extends InputStream {
    private final InputStream source;
    private final ChunkCipher cipher;
    private byte[] ahead;
    private byte[] plain = new byte[0];
    private int position;
    private boolean last;

    ChunkInput(InputStream source, ChunkCipher cipher) throws IOException {
        this.source = source;
        this.cipher = cipher;
        this.ahead = sealed();
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int count) throws IOException {
        if (count == 0) {
            return 0;
        }
        while (position == plain.length) {
            if (last) {
                return -1;
            }
            next();
        }
        int step = Math.min(count, plain.length - position);
        System.arraycopy(plain, position, target, offset, step);
        position += step;
        return step;
    }

    /** A chunk is the last when nothing follows it; one that was not written as the last does not open as such. */
    private void next() throws IOException {
        byte[] sealed = ahead;
        ahead = sealed();
        last = ahead.length == 0;
        plain = cipher.open(sealed, sealed.length, last);
        position = 0;
    }

    private byte[] sealed() throws IOException {
        return source.readNBytes(ChunkCipher.CHUNK + ChunkCipher.TAG);
    }

    @Override
    public void close() throws IOException {
        source.close();
    }
}
