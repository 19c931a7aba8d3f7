package dev.yorozu.server.operate.statistics;

/** So many keys, the room they take, and how long they still live. */
public sealed interface Amount permits Statistics.Row, Statistics.Total {
    long keys();

    /** About how many bytes all of them take together. */
    long bytes();

    Spread spread();

    /** The mean; 0 when there are no keys. */
    default long bytesPerKey() {
        return keys() == 0 ? 0 : Math.round((double) bytes() / keys());
    }
}
