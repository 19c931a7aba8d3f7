package dev.yorozu.bench.store;

import dev.yorozu.bench.measure.Operation;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.rocksdb.PerfContext;
import org.rocksdb.PerfLevel;
import org.rocksdb.RocksDB;

/**
 * Where reads of the embedded store find what they look for. RocksDB counts for each thread what its reads do, whichever
 * database they are of; so any open one can be asked, and the store is measured as it is.
 *
 * @param above the share of reads that never came to RocksDB
 * @param blocks of the blocks that the others looked at, the share that was in the block cache
 */
record CacheHits(double above, double blocks) {
    static CacheHits of(Operation read, int reads, Path scratch) throws InterruptedException {
        FutureTask<CacheHits> counting = new FutureTask<>(() -> count(read, reads, scratch));
        // On a thread of its own: one that never read before, and that no other task is moved to.
        Thread.ofPlatform().start(counting);
        try {
            return counting.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("A read failed", e.getCause());
        }
    }

    private static CacheHits count(Operation read, int reads, Path scratch) throws Exception {
        try (RocksDB any = RocksDB.open(scratch.toString())) {
            any.setPerfLevel(PerfLevel.ENABLE_COUNT);
            PerfContext counts = any.getPerfContext();
            counts.reset();
            int above = 0;
            for (int i = 0; i < reads; i++) {
                long before = lookups(counts);
                read.run(i);
                above += lookups(counts) == before ? 1 : 0;
            }
            double hits = counts.getBlockCacheHitCount();
            return new CacheHits((double) above / reads, hits / Math.max(1, hits + counts.getBlockReadCount()));
        }
    }

    private static long lookups(PerfContext counts) {
        return counts.getFromMemtableCount() + counts.getBlockCacheHitCount() + counts.getBlockReadCount();
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%.1f %% of reads end before RocksDB, %.1f %% of blocks are cached",
                above * 100,
                blocks * 100);
    }
}
