package dev.yorozu.cache;

import dev.yorozu.store.Bytes;
import java.time.Instant;
import java.util.Optional;

/**
 * How values are kept. The text {@code null} stands for an absence and is never given to a format, nor may it encode one.
 */
public interface CacheFormat<V> {
    /** The bytes to keep, made now. */
    Bytes encode(V value, Instant now);

    /** The value that the bytes hold; empty for what cannot be read, which is then loaded and kept anew. */
    Optional<V> decode(Bytes stored);

    /** A format of values that nobody can change, so that a store may keep one for all readers of its copy. */
    interface Shared<V> extends CacheFormat<V> {
        /** About how many bytes of memory a value takes. */
        int bytes(V value);
    }
}
