package dev.yorozu.server.supabase;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A table in memory, as strict about its columns and constraints as PostgreSQL. Whoever uses it holds a lock. */
final class StandInTable {
    /** What a column holds. Ids of accounts are uuids in a real project; here any text is one, so that tests can mix. */
    enum Type {
        TEXT("text"),
        NUMBER("bigint"),
        UUID("uuid"),
        ACCOUNT("uuid"),
        MOMENT("timestamp with time zone");

        final String sql;

        Type(String sql) {
            this.sql = sql;
        }

        /** The value as it is kept and compared. */
        Object read(Object value) {
            try {
                return switch (this) {
                    case TEXT, ACCOUNT -> value.toString();
                    case NUMBER -> Long.valueOf(value.toString());
                    case UUID -> java.util.UUID.fromString(value.toString());
                    case MOMENT ->
                        value instanceof Instant moment
                                ? moment
                                : OffsetDateTime.parse(value.toString()).toInstant();
                };
            } catch (IllegalArgumentException | DateTimeException wrong) {
                throw new Refusal(400, "22P02");
            }
        }
    }

    record Column(String name, Type type, boolean nullable, Optional<Supplier<Object>> initial) {}

    /** What a project answers when it refuses. */
    static final class Refusal extends RuntimeException {
        final int status;
        final String code;

        Refusal(int status, String code) {
            super(code);
            this.status = status;
            this.code = code;
        }
    }

    final String name;
    final Map<String, Column> columns = new LinkedHashMap<>();
    /** The first one is the primary key. */
    final List<List<String>> unique = new ArrayList<>();

    private final List<Map<String, Object>> rows = new ArrayList<>();
    private @Nullable StandInTable parent;

    StandInTable(String name) {
        this.name = name;
    }

    StandInTable column(String column, Type type) {
        columns.put(column, new Column(column, type, false, Optional.empty()));
        return this;
    }

    StandInTable nullable(String column, Type type) {
        columns.put(column, new Column(column, type, true, Optional.empty()));
        return this;
    }

    StandInTable initial(String column, Type type, Supplier<Object> value) {
        columns.put(column, new Column(column, type, false, Optional.of(value)));
        return this;
    }

    StandInTable unique(String... names) {
        unique.add(List.of(names));
        return this;
    }

    /** The column {@code user_id} names a row of that table. */
    StandInTable of(StandInTable profiles) {
        parent = profiles;
        return this;
    }

    Column columnNamed(String column) {
        return Optional.ofNullable(columns.get(column)).orElseThrow(() -> new Refusal(400, "42703"));
    }

    List<Map<String, Object>> select(Predicate<Map<String, Object>> filter) {
        return rows.stream().filter(filter).toList();
    }

    /** Inserts a row; empty when one with the same value in the column of conflict is there. */
    Optional<Map<String, Object>> insert(Map<String, ? extends @Nullable Object> given, Optional<String> conflict) {
        Map<String, Object> row = read(given);
        for (Column column : columns.values()) {
            if (!given.containsKey(column.name())) {
                column.initial()
                        .ifPresent(value -> row.put(column.name(), column.type().read(value.get())));
            }
        }
        if (conflict.isPresent()) {
            columnNamed(conflict.get());
            if (!unique.contains(List.of(conflict.get()))) {
                throw new Refusal(400, "42P10");
            }
            Object key = row.get(conflict.get());
            if (rows.stream().anyMatch(other -> key != null && key.equals(other.get(conflict.get())))) {
                return Optional.empty();
            }
        }
        check(row, rows);
        rows.add(row);
        return Optional.of(row);
    }

    /** Changes rows, all of them or none. */
    List<Map<String, Object>> update(
            Predicate<Map<String, Object>> filter, Map<String, ? extends @Nullable Object> given) {
        Map<String, Object> change = read(given);
        List<Map<String, Object>> changed = new ArrayList<>();
        List<Map<String, Object>> after = new ArrayList<>();
        for (Map<String, Object> row : rows) {
            Map<String, Object> next = new LinkedHashMap<>(row);
            if (filter.test(row)) {
                given.keySet().forEach(next::remove);
                next.putAll(change);
                changed.add(next);
            }
            after.add(next);
        }
        for (Map<String, Object> row : changed) {
            check(row, after.stream().filter(other -> other != row).toList());
        }
        rows.clear();
        rows.addAll(after);
        return changed;
    }

    private Map<String, Object> read(Map<String, ? extends @Nullable Object> given) {
        Map<String, Object> row = new LinkedHashMap<>();
        given.forEach((column, value) -> {
            if (!columns.containsKey(column)) {
                throw new Refusal(400, "PGRST204");
            }
            if (value != null) {
                row.put(column, columnNamed(column).type().read(value));
            }
        });
        return row;
    }

    private void check(Map<String, Object> row, List<Map<String, Object>> others) {
        for (Column column : columns.values()) {
            if (!column.nullable() && !row.containsKey(column.name())) {
                throw new Refusal(400, "23502");
            }
        }
        for (List<String> key : unique) {
            List<Object> values = values(row, key);
            boolean whole = values.size() == key.size();
            if (whole && others.stream().anyMatch(other -> values(other, key).equals(values))) {
                throw new Refusal(409, "23505");
            }
        }
        Object profile = row.get("user_id");
        if (parent != null
                && profile != null
                && parent.select(of -> profile.equals(of.get("id"))).isEmpty()) {
            throw new Refusal(409, "23503");
        }
    }

    private static List<Object> values(Map<String, Object> row, List<String> key) {
        return key.stream().filter(row::containsKey).map(row::get).toList();
    }

    List<List<String>> unique() {
        return Collections.unmodifiableList(unique);
    }
}
