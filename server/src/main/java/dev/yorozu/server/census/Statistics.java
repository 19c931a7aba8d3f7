package dev.yorozu.server.admin;

import java.util.List;

/**
 * What a store holds, pattern by pattern.
 *
 * @param rows one for each declared pattern, in the order of the declaration, also where there are no keys
 * @param unknown the keys that no pattern describes
 */
public record Statistics(List<Row> rows, Row unknown) {
    public Statistics {
        rows = List.copyOf(rows);
    }

    /**
     * The keys of one pattern.
     *
     * @param owner the system that writes them; empty for keys of no pattern
     * @param bytes about how much room they take
     */
    public record Row(String owner, String pattern, long keys, long bytes, Spread spread) {}

    public long keys() {
        return unknown.keys() + rows.stream().mapToLong(Row::keys).sum();
    }

    public long bytes() {
        return unknown.bytes() + rows.stream().mapToLong(Row::bytes).sum();
    }
}
