package dev.yorozu;

import dev.yorozu.cache.CacheFormat;
import dev.yorozu.store.Bytes;
import java.time.Instant;
import java.util.Optional;

/**
 * Keeps what a codec gives as it is, so that other programs can read it. Only the text {@code null}, which a cache reads as an
 * absence, is kept behind a zero byte, and so is what begins with one.
 */
record CodecFormat<V>(ValueCodec<V> codec) implements CacheFormat<V> {
    private static final byte ESCAPE = 0;
    private static final Bytes ABSENCE = Bytes.of("null");

    @Override
    public Bytes encode(V value, Instant now) {
        Bytes encoded = codec.encode(value);
        if (!encoded.equals(ABSENCE) && !isEscaped(encoded)) {
            return encoded;
        }
        byte[] escaped = new byte[encoded.length() + 1];
        escaped[0] = ESCAPE;
        encoded.copyTo(escaped, 1);
        return Bytes.wrap(escaped);
    }

    @Override
    public Optional<V> decode(Bytes stored) {
        return codec.decode(isEscaped(stored) ? Bytes.wrap(stored.toArray(), 1, stored.length() - 1) : stored);
    }

    private static boolean isEscaped(Bytes bytes) {
        return bytes.length() > 0 && bytes.at(0) == ESCAPE;
    }
}
