package dev.yorozu.server.operate.statistics;

import dev.yorozu.keyspace.Category;
import dev.yorozu.store.Life;
import java.util.Arrays;

/** Counts the keys of one pattern. Used by one thread. */
final class Tally {
    private long keys;
    private long bytes;
    private long endless;
    private final long[] ending = new long[Spread.NAMES.size()];
    /** A mean kept as it goes: the sum of many long lives would leave 64 bits. */
    private double meanMillis;

    void count(Life life, long footprint) {
        keys++;
        bytes += footprint;
        switch (life) {
            case Life.Endless never -> endless++;
            case Life.Ends ends -> {
                ending[Spread.index(ends.left())]++;
                meanMillis += (ends.left().toMillis() - meanMillis) / (keys - endless);
            }
        }
    }

    Statistics.Row row(String owner, Category category, String pattern) {
        Spread spread = new Spread(endless, Arrays.stream(ending).boxed().toList(), Math.round(meanMillis));
        return new Statistics.Row(owner, category, pattern, keys, bytes, spread);
    }
}
