package dev.yorozu.bench.measure;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A table for the terminal: the first column to the left, numbers to the right. */
public final class Table {
    private final List<List<String>> rows = new ArrayList<>();

    public Table(String... headings) {
        rows.add(List.of(headings));
    }

    public void row(String... cells) {
        rows.add(List.of(cells));
    }

    public static String number(double value) {
        return String.format(Locale.ROOT, "%,.0f", value);
    }

    public static String tenth(double value) {
        return String.format(Locale.ROOT, "%,.1f", value);
    }

    public static String ratio(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }

    @Override
    public String toString() {
        int columns = rows.getFirst().size();
        int[] widths = new int[columns];
        for (List<String> row : rows) {
            for (int i = 0; i < columns; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        StringBuilder text = new StringBuilder();
        for (List<String> row : rows) {
            for (int i = 0; i < columns; i++) {
                String padding = " ".repeat(widths[i] - row.get(i).length());
                text.append(i == 0 ? row.get(i) + padding : padding + row.get(i))
                        .append(i < columns - 1 ? "  " : "\n");
            }
        }
        return text.toString();
    }
}
