package dev.yorozu.store.rocks;

import java.nio.charset.StandardCharsets;

/** Gives out numbers that were never given out before; for the writer's thread only. */
final class Numbers {
    static final byte[] KEY = "next-number".getBytes(StandardCharsets.UTF_8);

    private long next;
    private long kept;

    /** Goes on from the number that the database holds. */
    Numbers(long next) {
        this.next = next;
        this.kept = next;
    }

    long take() {
        return next++;
    }

    /** Whether numbers were given out since the last call; what {@link #next} says must then be written. */
    boolean advanced() {
        boolean advanced = kept != next;
        kept = next;
        return advanced;
    }

    long next() {
        return next;
    }
}
