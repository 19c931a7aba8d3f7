package dev.yorozu.bench.http;

import java.util.Arrays;

/** How long requests took, each from the moment at which it was due. */
public final class Latencies {
    private final long[] sorted;

    Latencies(long[] nanos) {
        this.sorted = nanos.clone();
        Arrays.sort(sorted);
    }

    /** @param share of the requests that took no longer, such as 0.99 */
    public double micros(double share) {
        int rank = (int) Math.ceil(share * sorted.length);
        return sorted[Math.clamp(rank - 1, 0, sorted.length - 1)] / 1e3;
    }
}
