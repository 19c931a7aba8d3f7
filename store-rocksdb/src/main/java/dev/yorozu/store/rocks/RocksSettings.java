package dev.yorozu.store.rocks;

import java.time.Duration;
import java.util.Optional;

/**
 * How much memory the engine may use, and how often it looks at its files.
 *
 * @param cacheBytes for blocks read from disk
 * @param bufferBytes for writes that are in the log but not yet in sorted files
 * @param check how long after one look at the checksums of all files the next comes; empty for none
 */
public record RocksSettings(long cacheBytes, long bufferBytes, Optional<Duration> check) {
    public static final RocksSettings DEFAULT = new RocksSettings(128L << 20, 64L << 20);

    /** For a store that is not open for long. */
    public RocksSettings(long cacheBytes, long bufferBytes) {
        this(cacheBytes, bufferBytes, Optional.empty());
    }

    public RocksSettings checkedEvery(Optional<Duration> span) {
        return new RocksSettings(cacheBytes, bufferBytes, span);
    }

    public RocksSettings {
        if (cacheBytes < 1 << 20 || bufferBytes < 1 << 20) {
            throw new IllegalArgumentException("The engine needs at least 1 MiB of cache and 1 MiB of write buffer");
        }
    }
}
