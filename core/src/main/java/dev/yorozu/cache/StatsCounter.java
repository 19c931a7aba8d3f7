package dev.yorozu.cache;

import java.util.concurrent.atomic.LongAdder;

/** Counts what a cache does, without a lock. */
final class StatsCounter {
    final LongAdder hits = new LongAdder();
    final LongAdder misses = new LongAdder();
    final LongAdder loads = new LongAdder();
    final LongAdder staleFills = new LongAdder();
    final LongAdder waits = new LongAdder();
    final LongAdder storeFaults = new LongAdder();

    CacheStats snapshot() {
        return new CacheStats(hits.sum(), misses.sum(), loads.sum(), staleFills.sum(), waits.sum(), storeFaults.sum());
    }

    /** Counts one answer, and gives it back. */
    <V> Cached<V> answer(Cached<V> answer) {
        (answer.hit() ? hits : misses).increment();
        return answer;
    }
}
