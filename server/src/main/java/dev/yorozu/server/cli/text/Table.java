package dev.yorozu.server.cli.text;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Text in aligned columns: the first row is the heading; numbers go to the right. */
public final class Table {
    private static final String RIGHT = ">";

    private final List<Column> columns;
    private final List<List<String>> rows = new ArrayList<>();

    private record Column(String title, boolean right) {}

    /** @param titles of the columns; what stands under one that begins with {@code >} goes to the right */
    public Table(String... titles) {
        this.columns = Stream.of(titles)
                .map(title -> title.startsWith(RIGHT) ? new Column(title.substring(1), true) : new Column(title, false))
                .toList();
    }

    public Table row(String... cells) {
        if (cells.length != columns.size()) {
            throw new IllegalArgumentException("A row has one cell for each column");
        }
        rows.add(List.of(cells));
        return this;
    }

    public void print(Console console) {
        int[] widths = new int[columns.size()];
        for (int i = 0; i < widths.length; i++) {
            widths[i] = columns.get(i).title().length();
            for (List<String> row : rows) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        console.out()
                .println(console.bold(line(columns.stream().map(Column::title).toList(), widths)));
        rows.forEach(row -> console.out().println(line(row, widths)));
    }

    private String line(List<String> cells, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            String gap = " ".repeat(widths[i] - cells.get(i).length());
            line.append(i == 0 ? "" : "  ").append(columns.get(i).right() ? gap + cells.get(i) : cells.get(i) + gap);
        }
        return line.toString().stripTrailing();
    }
}
