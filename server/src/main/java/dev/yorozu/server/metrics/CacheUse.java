package dev.yorozu.server.metrics;

import java.util.OptionalDouble;

/** How often a cache of this server knew what it was asked, since the server started. */
public record CacheUse(String name, long hits, long misses) {
    /** From 0 to 1; empty when nobody has asked yet. */
    public OptionalDouble hitRate() {
        long asked = hits + misses;
        return asked == 0 ? OptionalDouble.empty() : OptionalDouble.of((double) hits / asked);
    }
}
