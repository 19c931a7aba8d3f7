package dev.yorozu.store;

/** What an acknowledged batch has reached. */
public enum Durability {
    /** Acknowledged means on disk. On Redis: as durable as that server is configured to be, and on as many of its replicas as is asked for. */
    DURABLE,
    /**
     * May be lost when the machine stops within the next moments: last-seen stamps, rate counters. On one machine never
     * out of order: a durable batch that begins after this one was acknowledged takes it along to the disk. Partitions on
     * different nodes of a cluster know no such order.
     */
    RELAXED,
    /**
     * For counts that may be forgotten, such as those of rate limits. The embedded store applies a batch that has no guards
     * and one {@link Write.Add} or {@link Write.Throttle} in its memory, where every reader finds it, and writes what was
     * counted about once a second: a process that dies forgets at most that, and also what was acknowledged before a durable
     * batch. All other batches, and all batches of other stores, are as {@link #RELAXED}.
     */
    DEFERRED
}
