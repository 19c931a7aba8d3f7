package dev.yorozu.server.supabase;

import dev.yorozu.server.supabase.StandInTable.Column;
import dev.yorozu.server.supabase.StandInTable.Refusal;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The parameters of an address as PostgREST reads them: a filter's value goes from its operator's dot to the end of the
 * parameter, whatever it holds.
 */
final class StandInQuery {
    private final StandInTable table;
    private final List<String> columns = new ArrayList<>();
    private Predicate<Map<String, Object>> filter = row -> true;
    private Optional<String> conflict = Optional.empty();
    private @Nullable Comparator<Map<String, Object>> order;
    private long limit = 1000;

    StandInQuery(StandInTable table, @Nullable String raw) {
        this.table = table;
        for (String parameter : raw == null ? new String[0] : raw.split("&", -1)) {
            String[] parts = parameter.split("=", 2);
            read(decoded(parts[0]), parts.length < 2 ? "" : decoded(parts[1]));
        }
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }

    private void read(String name, String value) {
        switch (name) {
            case "select" -> {
                for (String column : value.split(",", -1)) {
                    columns.add(table.columnNamed(column).name());
                }
            }
            case "order" -> order = order(value);
            case "limit" -> limit = Long.parseLong(value);
            case "on_conflict" -> conflict = Optional.of(value);
            default -> filter = filter.and(filter(table.columnNamed(name), value));
        }
    }

    private static Predicate<Map<String, Object>> filter(Column column, String text) {
        int dot = text.indexOf('.');
        String operator = dot < 0 ? text : text.substring(0, dot);
        String value = text.substring(dot + 1);
        return switch (operator) {
            case "eq" -> compared(column, value, result -> result == 0);
            case "neq" -> compared(column, value, result -> result != 0);
            case "gt" -> compared(column, value, result -> result > 0);
            case "is" -> {
                if (!value.equals("null")) {
                    throw new Refusal(400, "PGRST100");
                }
                yield row -> !row.containsKey(column.name());
            }
            default -> throw new Refusal(400, "PGRST100");
        };
    }

    /** A row without the value is never chosen, as with null in SQL. */
    private static Predicate<Map<String, Object>> compared(Column column, String value, Predicate<Integer> result) {
        Object wanted = column.type().read(value);
        return row -> row.containsKey(column.name()) && result.test(compare(row.get(column.name()), wanted));
    }

    @SuppressWarnings("unchecked") // Both were read by the type of one column.
    private static int compare(Object one, Object other) {
        return ((Comparable<Object>) one).compareTo(other);
    }

    private Comparator<Map<String, Object>> order(String value) {
        String[] parts = value.split("\\.", 2);
        String column = table.columnNamed(parts[0]).name();
        Comparator<Map<String, Object>> rising = (one, other) ->
                compare(Objects.requireNonNull(one.get(column)), Objects.requireNonNull(other.get(column)));
        return parts.length > 1 && parts[1].equals("desc") ? rising.reversed() : rising;
    }

    Predicate<Map<String, Object>> filter() {
        return filter;
    }

    Optional<String> conflict() {
        return conflict;
    }

    List<Map<String, Object>> select() {
        List<Map<String, Object>> found = new ArrayList<>(table.select(filter));
        if (order != null) {
            found.sort(order);
        }
        return shown(found.stream().limit(limit).toList());
    }

    /** The columns that were asked for, with null where there is no value. */
    List<Map<String, Object>> shown(List<Map<String, Object>> rows) {
        List<String> names = columns.isEmpty() ? List.copyOf(table.columns.keySet()) : columns;
        List<Map<String, Object>> shown = new ArrayList<>();
        for (Map<String, Object> row : rows) {
            Map<String, Object> each = new LinkedHashMap<>();
            names.forEach(name -> each.put(name, row.get(name)));
            shown.add(each);
        }
        return shown;
    }
}
