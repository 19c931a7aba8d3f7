package dev.yorozu.server.files;

import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** Reads what comes in parts, of which one is in memory. Used by one thread. */
public abstract class PartInput extends InputStream {
    private byte[] part = {};
    private int position;

    /** The next part, which may be empty; null at the end, and whenever it is asked for again after that. */
    protected abstract byte @Nullable [] next() throws IOException;

    @Override
    public final int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public final int read(byte[] target, int offset, int count) throws IOException {
        if (count == 0) {
            return 0;
        }
        while (position == part.length) {
            byte[] following = next();
            if (following == null) {
                return -1;
            }
            part = following;
            position = 0;
        }
        int step = Math.min(count, part.length - position);
        System.arraycopy(part, position, target, offset, step);
        position += step;
        return step;
    }
}
