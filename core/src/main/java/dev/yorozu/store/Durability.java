package dev.yorozu.store;

/** What an acknowledged batch has reached. */
public enum Durability {
    /** Acknowledged means on disk. On Redis: as durable as that server is configured to be. */
    DURABLE,
    /**
     * May be lost when the machine stops within the next moments: last-seen stamps, rate counters. On one machine never
     * out of order: a durable batch that begins after this one was acknowledged takes it along to the disk. Partitions on
     * different nodes of a cluster know no such order.
     */
    RELAXED
}
