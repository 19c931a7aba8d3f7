package dev.yorozu.store.rocks;

/**
 * How much memory the engine may use.
 *
 * @param cacheBytes for blocks read from disk
 * @param bufferBytes for writes that are in the log but not yet in sorted files
 */
public record RocksSettings(long cacheBytes, long bufferBytes) {
    public static final RocksSettings DEFAULT = new RocksSettings(128L << 20, 64L << 20);

    public RocksSettings {
        if (cacheBytes < 1 << 20 || bufferBytes < 1 << 20) {
            throw new IllegalArgumentException("The engine needs at least 1 MiB of cache and 1 MiB of write buffer");
        }
    }
}
