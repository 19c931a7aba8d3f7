package dev.yorozu.server.operate.backup.encrypted;

import dev.yorozu.server.files.PartInput;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** Decrypts what is read; nothing of a chunk comes out before the whole chunk was found to be genuine. */
final class ChunkInput extends PartInput {
    private final InputStream source;
    private final ChunkCipher cipher;
    private byte[] ahead;
    private boolean last;

    ChunkInput(InputStream source, ChunkCipher cipher) throws IOException {
        this.source = source;
        this.cipher = cipher;
        this.ahead = sealed();
    }

    /** A chunk is the last when nothing follows it; one that was not written as the last does not open as such. */
    @Override
    protected byte @Nullable [] next() throws IOException {
        if (last) {
            return null;
        }
        byte[] sealed = ahead;
        ahead = sealed();
        last = ahead.length == 0;
        return cipher.open(sealed, sealed.length, last);
    }

    private byte[] sealed() throws IOException {
        return source.readNBytes(ChunkCipher.CHUNK + ChunkCipher.TAG);
    }

    @Override
    public void close() throws IOException {
        source.close();
    }
}
