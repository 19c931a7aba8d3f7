package dev.yorozu.cache;

/**
 * What a cache has done in this process since it was made.
 *
 * @param hits ids answered from a kept copy
 * @param misses ids for which there was none
 * @param loads ids that a loader was asked for; fewer than misses where many asked at once
 * @param staleFills loads that were not kept, because a change, an invalidation or the end of the lease came before
 * @param waits ids for which a caller waited for another's load, here or on another server
 * @param storeFaults calls of the store that failed and were done without
 */
public record CacheStats(long hits, long misses, long loads, long staleFills, long waits, long storeFaults) {
    /** The part of all answers that were kept copies, from 0 to 1; 0 before the first. */
    public double hitRate() {
        long all = hits + misses;
        return all == 0 ? 0 : (double) hits / all;
    }
}
