package dev.yorozu.store.rocks;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.Cache;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompressionType;
import org.rocksdb.DBOptions;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.LRUCache;
import org.rocksdb.WALRecoveryMode;
import org.rocksdb.WriteBufferManager;

/**
 * The engine's options, which must live as long as it does.
 *
 * <p>One cache holds all that the engine keeps in memory: blocks of data, and before them the indexes and filters of the sorted
 * files, which grow with the number of keys; and what the write buffers take is charged to it. So its size bounds them together.
 */
final class EngineOptions implements AutoCloseable {
    private final List<AutoCloseable> owned = new ArrayList<>();
    /** How much of the cache indexes and filters keep from data. */
    private static final double FOR_INDEXES = 0.5;

    /** How much of a write buffer its filter takes: about 20 bits for each key of usual size. */
    private static final double FOR_FILTER = 0.02;

    /**
     * The parts of the cache that are locked by themselves, as a power of two. By default the engine makes as many as it can, of
     * which each is too small for the index of a large file: that would be read from the file again with each key.
     */
    private static final int CACHE_PARTS = 4;

    /**
     * Into how many write buffers a family's share is cut: the engine finds the place of a new key in a small one with far
     * fewer misses of the processor's caches. Several make a file together, so that a file is worth its while, and that
     * what was written over meanwhile does not come into it.
     */
    private static final int BUFFERS = 16;

    private static final int BUFFERS_PER_FILE = 4;

    private final long mostBytes;
    private final Cache cache;
    private final DBOptions database;
    private final ColumnFamilyOptions lookups;
    private final ColumnFamilyOptions queues;

    /** @param strict whether the engine refuses to open what is not whole */
    EngineOptions(RocksSettings settings, boolean strict) {
        mostBytes = settings.cacheBytes() + settings.bufferBytes();
        cache = own(new LRUCache(mostBytes, CACHE_PARTS, false, FOR_INDEXES));
        database = own(database(settings, strict))
                .setWriteBufferManager(own(new WriteBufferManager(settings.bufferBytes(), cache)));
        lookups = own(family(settings)
                .setMemtableWholeKeyFiltering(true)
                .setMemtablePrefixBloomSizeRatio(FOR_FILTER)
                .setTableFormatConfig(table().setFilterPolicy(own(new BloomFilter(10)))));
        queues = own(family(settings).setTableFormatConfig(table()));
    }

    /** How much of the cache is filled, and of the write buffers. */
    long usedBytes() {
        return cache.getUsage();
    }

    /** How much cache and write buffers may grow to together. */
    long mostBytes() {
        return mostBytes;
    }

    DBOptions database() {
        return database;
    }

    /** For families in which single keys are looked up, often in vain: a filter answers most of those. */
    ColumnFamilyOptions lookups() {
        return lookups;
    }

    /** For families that are walked in order. */
    ColumnFamilyOptions queues() {
        return queues;
    }

    /**
     * Recovery is to a point in time: the log is replayed up to the first record that is torn, and everything after it
     * is dropped, so what survives is a prefix of the commits. All that was acknowledged as durable was synced, so it
     * lies before any tear that a crash can leave. The stricter mode that only allows a torn last record would refuse to
     * open after a power failure that left unsynced pages in any order.
     *
     * <p>That nothing lies behind the tear is checked before, by {@link dev.yorozu.store.rocks.log.LogCheck}. That no whole
     * log is missing, the engine checks by what its manifest says of those that were synced.
     *
     * <p>The engine's own attempts to go on after a failed write are off: the store opens it anew instead, because
     * only then it is known what the log holds.
     */
    private static DBOptions database(RocksSettings settings, boolean strict) {
        return tracking(strict)
                .setParanoidChecks(strict)
                .setCreateIfMissing(true)
                .setCreateMissingColumnFamilies(true)
                .setWalRecoveryMode(WALRecoveryMode.PointInTimeRecovery)
                .setManualWalFlush(false)
                .setMaxBgErrorResumeCount(0)
                .setMaxTotalWalSize(2 * settings.bufferBytes())
                .setAllowConcurrentMemtableWrite(false)
                .setEnableWriteThreadAdaptiveYield(false)
                .setMaxBackgroundJobs(2)
                .setBytesPerSync(1 << 20)
                .setAvoidFlushDuringShutdown(true)
                .setStatsDumpPeriodSec(0)
                .setStatsPersistPeriodSec(0)
                .setInfoLogLevel(InfoLogLevel.WARN_LEVEL)
                .setKeepLogFileNum(2);
    }

    /** Java has no method for this option of the engine. */
    private static DBOptions tracking(boolean strict) {
        Properties options = new Properties();
        options.setProperty("track_and_verify_wals_in_manifest", Boolean.toString(strict));
        return Objects.requireNonNull(DBOptions.getDBOptionsFromProps(options));
    }

    private static ColumnFamilyOptions family(RocksSettings settings) {
        return new ColumnFamilyOptions()
                .setWriteBufferSize(settings.bufferBytes() / BUFFERS)
                .setMinWriteBufferNumberToMerge(BUFFERS_PER_FILE)
                .setMaxWriteBufferNumber(BUFFERS * 3 / 4)
                // Counts of a ranking change with every member, so a walk meets many versions of one key: seek past
                // them.
                .setMaxSequentialSkipInIterations(2)
                // What was just written is read back before the log behind it goes.
                .setParanoidFileChecks(true)
                .setCompressionType(CompressionType.LZ4_COMPRESSION)
                .setLevelCompactionDynamicLevelBytes(true);
    }

    private BlockBasedTableConfig table() {
        return new BlockBasedTableConfig()
                .setBlockCache(cache)
                .setCacheIndexAndFilterBlocks(true)
                .setCacheIndexAndFilterBlocksWithHighPriority(true)
                .setPinL0FilterAndIndexBlocksInCache(true);
    }

    private <T extends AutoCloseable> T own(T option) {
        owned.add(option);
        return option;
    }

    @Override
    public void close() {
        for (AutoCloseable option : owned.reversed()) {
            try {
                option.close();
            } catch (Exception e) {
                throw new IllegalStateException("An option could not be freed", e);
            }
        }
    }
}
