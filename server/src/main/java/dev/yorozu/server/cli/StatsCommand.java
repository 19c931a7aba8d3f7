package dev.yorozu.server.cli;

import dev.yorozu.server.admin.OperationsJson;
import dev.yorozu.server.admin.Spread;
import dev.yorozu.server.admin.Statistics;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Prints what the store holds, pattern by pattern. */
@Command(
        name = "stats",
        mixinStandardHelpOptions = true,
        description = "Count keys, bytes and lives for every kind of key; walks the whole store.")
final class StatsCommand implements Callable<Integer> {
    private static final int BAR = 12;

    private final Console console;

    @Mixin
    private final Access access = new Access();

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description = "table or json (default: table)",
            defaultValue = "table")
    private TableFormat format = TableFormat.TABLE;

    @Option(names = "--all", description = "Also list kinds of which there are no keys")
    private boolean all;

    StatsCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        Statistics statistics = access.use(operations -> {
            try (ProgressLine progress = new ProgressLine(console, "Counting", -1)) {
                return operations.statistics(progress);
            }
        });
        switch (format) {
            case TABLE -> print(statistics);
            case JSON -> console.out().println(OperationsJson.json(statistics).toPrettyString());
        }
        return Yorozu.DONE;
    }

    private void print(Statistics statistics) {
        Table table = new Table(
                Table.Column.left("SYSTEM"),
                Table.Column.left("KEY"),
                Table.Column.right("KEYS"),
                Table.Column.right("BYTES"),
                Table.Column.left(""),
                Table.Column.right("NO END"),
                Table.Column.left(String.join(" ", Spread.NAMES)),
                Table.Column.right("MEAN LIFE"));
        for (Statistics.Row row : statistics.rows()) {
            if (all || row.keys() > 0) {
                add(table, row, statistics.bytes());
            }
        }
        if (all || statistics.unknown().keys() > 0) {
            add(table, statistics.unknown(), statistics.bytes());
        }
        table.print(console);
        long hidden = statistics.rows().stream().filter(row -> row.keys() == 0).count();
        console.out()
                .println(Amounts.keys(statistics.keys()) + ", " + Amounts.bytes(statistics.bytes())
                        + (all || hidden == 0
                                ? ""
                                : console.faint("; " + hidden + " kinds have no keys (--all lists them)")));
    }

    private static void add(Table table, Statistics.Row row, long allBytes) {
        table.row(
                row.owner().isEmpty() ? "–" : row.owner(),
                row.pattern(),
                Amounts.count(row.keys()),
                Amounts.bytes(row.bytes()),
                Bars.bar(row.bytes(), allBytes, BAR),
                Amounts.percent(row.spread().endless(), row.keys()),
                spread(row.spread()),
                row.spread().mean().map(Amounts::duration).orElse("–"));
    }

    /** Each column stands under the middle of its name. */
    private static String spread(Spread spread) {
        String columns = Bars.columns(spread.ending());
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < Spread.NAMES.size(); i++) {
            int width = Spread.NAMES.get(i).length();
            int before = width / 2;
            line.append(i == 0 ? "" : " ")
                    .append(" ".repeat(before))
                    .append(columns.charAt(i))
                    .append(" ".repeat(width - before - 1));
        }
        return line.toString();
    }
}
