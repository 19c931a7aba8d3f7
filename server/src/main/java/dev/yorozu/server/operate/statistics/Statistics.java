package dev.yorozu.server.operate.statistics;

import dev.yorozu.keyspace.Category;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What a store holds, pattern by pattern.
 *
 * @param rows one for each declared pattern, in the order of the declaration, also where there are no keys
 * @param unknown the keys that no pattern describes
 * @param apps what each app keeps, by its name in keys; of very many, only those that were met first
 */
public record Statistics(List<Row> rows, Row unknown, Map<String, Use> apps) {
    public Statistics {
        rows = List.copyOf(rows);
        apps = Map.copyOf(apps);
    }

    /** How much is kept. */
    public record Use(long keys, long bytes) {
        static final Use NONE = new Use(0, 0);

        Use plus(long footprint) {
            return new Use(keys + 1, bytes + footprint);
        }
    }

    /**
     * The keys of one pattern.
     *
     * @param owner the system that writes them; empty for keys of no pattern
     * @param bytes about how much room they take
     */
    public record Row(String owner, Category category, String pattern, long keys, long bytes, Spread spread)
            implements Amount {
        static Row none(String owner, Category category, String pattern) {
            return new Row(owner, category, pattern, 0, 0, Spread.NONE);
        }
    }

    /**
     * The keys of one category together.
     *
     * @param owner the system that writes them; empty for those of all systems, and for keys of no pattern
     */
    public record Total(String owner, Category category, long keys, long bytes, Spread spread) implements Amount {
        private static Total none(String owner, Category category) {
            return new Total(owner, category, 0, 0, Spread.NONE);
        }

        private Total plus(Amount more) {
            return new Total(owner, category, keys + more.keys(), bytes + more.bytes(), spread.plus(more.spread()));
        }
    }

    public long keys() {
        return all().mapToLong(Row::keys).sum();
    }

    public long bytes() {
        return all().mapToLong(Row::bytes).sum();
    }

    /** All keys together. */
    public Total total() {
        return all().reduce(Total.none("", Category.OTHER), Total::plus, (one, other) -> one.plus(other));
    }

    /** One for each category of which something is declared, whichever system writes it. */
    public List<Total> byCategory() {
        Map<Category, Total> totals = new TreeMap<>();
        all().forEach(row ->
                totals.merge(row.category(), Total.none("", row.category()).plus(row), Total::plus));
        return List.copyOf(totals.values());
    }

    /** One for each category of each system, in the order of the declaration. */
    public List<Total> bySystem() {
        Map<String, Map<Category, Total>> systems = new LinkedHashMap<>();
        all().forEach(row -> systems.computeIfAbsent(row.owner(), owner -> new TreeMap<>())
                .merge(row.category(), Total.none(row.owner(), row.category()).plus(row), Total::plus));
        return systems.values().stream()
                .flatMap(system -> system.values().stream())
                .toList();
    }

    public boolean has(String owner) {
        return rows.stream().anyMatch(row -> row.owner().equals(owner));
    }

    /** What one system keeps. */
    public Statistics of(String owner) {
        return new Statistics(
                rows.stream().filter(row -> row.owner().equals(owner)).toList(),
                Row.none(unknown.owner(), unknown.category(), unknown.pattern()),
                apps);
    }

    /** The rows of the patterns, and then the keys of no pattern. */
    public Stream<Row> all() {
        return Stream.concat(rows.stream(), Stream.of(unknown));
    }
}
