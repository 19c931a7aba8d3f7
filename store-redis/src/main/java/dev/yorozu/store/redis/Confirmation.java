package dev.yorozu.store.redis;

import dev.yorozu.store.StoreException;

/**
 * What a durable batch waits for after its write.
 *
 * @param replicas how many replicas of the node must say that they have the write
 * @param onDisk whether they, and the node itself, must have it in their append-only files, and not in memory alone; takes
 *     Redis 7.2
 */
public record Confirmation(int replicas, boolean onDisk) {
    /** Nothing: what the node has done is done. */
    public static final Confirmation NONE = new Confirmation(0, false);

    /** More than anybody has. */
    public static final int MOST_REPLICAS = 16;

    public Confirmation {
        if (replicas < 0 || replicas > MOST_REPLICAS) {
            throw new StoreException.CannotOpen(
                    "The number of replicas to wait for must be from 0 to " + MOST_REPLICAS);
        }
    }

    boolean isAsked() {
        return replicas > 0 || onDisk;
    }
}
