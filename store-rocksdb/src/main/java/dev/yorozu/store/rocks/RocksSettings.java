package dev.yorozu.store.rocks;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Optional;

/**
 * How much memory the engine may use, and how often it looks at its files.
 *
 * @param cacheBytes for blocks read from disk, and for the indexes and filters of the files
 * @param bufferBytes for writes that are in the log but not yet in sorted files
 * @param recordBytes for records in the memory of the process, outside of the engine; {@link #rankBytes} come beside them
 * @param check how long after one look at the checksums of all files the next comes; empty for none
 */
public record RocksSettings(long cacheBytes, long bufferBytes, long recordBytes, Optional<Duration> check) {
    public static final RocksSettings DEFAULT = new RocksSettings(ofMachine(), 64L << 20, ofHeap(), Optional.empty());

    /** For a store that is not open for long. */
    public RocksSettings(long cacheBytes, long bufferBytes) {
        this(cacheBytes, bufferBytes, 1 << 20, Optional.empty());
    }

    public RocksSettings checkedEvery(Optional<Duration> span) {
        return new RocksSettings(cacheBytes, bufferBytes, recordBytes, span);
    }

    /** For what the writer knows of sorted sets that it changed lately. */
    long rankBytes() {
        return recordBytes / 8;
    }

    /** A 32nd of the machine's memory, from 32 to 128 MiB. */
    private static long ofMachine() {
        long machine =
                ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();
        return Math.clamp(machine / 32, 32L << 20, 128L << 20);
    }

    /** A quarter of the heap, which is no more than 512 MiB. */
    private static long ofHeap() {
        return Math.min(512L << 20, Runtime.getRuntime().maxMemory() / 4);
    }

    public RocksSettings {
        if (cacheBytes < 1 << 20 || bufferBytes < 1 << 20) {
            throw new IllegalArgumentException("The engine needs at least 1 MiB of cache and 1 MiB of write buffer");
        }
    }
}
