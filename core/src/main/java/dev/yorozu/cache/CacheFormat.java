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
}
