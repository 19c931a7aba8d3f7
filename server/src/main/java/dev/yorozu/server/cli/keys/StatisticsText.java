package dev.yorozu.server.cli.keys;

import dev.yorozu.server.cli.text.Amounts;
import dev.yorozu.server.cli.text.Bars;
import dev.yorozu.server.cli.text.Console;
import dev.yorozu.server.cli.text.Moments;
import dev.yorozu.server.cli.text.Table;
import dev.yorozu.server.metrics.CacheUse;
import dev.yorozu.server.operate.statistics.Amount;
import dev.yorozu.server.operate.statistics.Reading;
import dev.yorozu.server.operate.statistics.Spread;
import dev.yorozu.server.operate.statistics.Statistics;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * A count of all keys as tables.
 *
 * @param all whether to list also what there is nothing of
 */
record StatisticsText(Console console, Reading reading, boolean all) {
    private static final int BAR = 12;
    private static final String[] AMOUNT = {
        ">KEYS", ">MEMORY", "", ">PER KEY", ">MEAN LIFE", ">NO END", String.join(" ", Spread.NAMES)
    };

    /** By category, all systems together, and then system by system where there are several. */
    void categories() {
        Table table = table("CATEGORY");
        reading.statistics().byCategory().stream()
                .filter(this::isShown)
                .forEach(total -> add(table, total, total.category().text()));
        add(table, reading.statistics().total(), "total");
        table.print(console);
        List<Statistics.Total> systems =
                reading.statistics().bySystem().stream().filter(this::isShown).toList();
        if (systems.stream().map(Statistics.Total::owner).distinct().count() > 1) {
            console.out().println();
            Table each = table("SYSTEM", "CATEGORY");
            systems.forEach(total ->
                    add(each, total, system(total.owner()), total.category().text()));
            each.print(console);
        }
    }

    void patterns() {
        Table table = table("SYSTEM", "KEY");
        reading.statistics()
                .all()
                .filter(this::isShown)
                .forEach(row -> add(table, row, system(row.owner()), row.pattern()));
        table.print(console);
        long hidden = reading.statistics().rows().stream()
                .filter(row -> row.keys() == 0)
                .count();
        console.out()
                .println(Amounts.keys(reading.statistics().keys()) + ", "
                        + Amounts.bytes(reading.statistics().bytes())
                        + (all || hidden == 0
                                ? ""
                                : console.faint("; " + hidden + " kinds have no keys (--all lists them)")));
    }

    /** How well the caches of the server do, where it has some. */
    void caches() {
        if (reading.caches().isEmpty()) {
            return;
        }
        Table table = new Table("CACHE", ">HITS", ">MISSES", ">HIT RATE");
        for (CacheUse cache : reading.caches()) {
            table.row(
                    cache.name(),
                    Amounts.count(cache.hits()),
                    Amounts.count(cache.misses()),
                    cache.hitRate().isEmpty()
                            ? "–"
                            : String.format(
                                    Locale.ROOT,
                                    "%.1f %%",
                                    100 * cache.hitRate().getAsDouble()));
        }
        table.print(console);
        console.out().println();
    }

    /** When and how the numbers came about. */
    void origin(Instant now) {
        Duration age = Duration.between(reading.asOf(), now);
        String when = age.compareTo(Duration.ofSeconds(1)) < 0 ? "just now" : Amounts.duration(age) + " ago";
        console.out()
                .println(console.faint((reading.complete() ? "Counted " : "Not all is counted yet; as of ")
                        + when + " (" + Moments.text(reading.asOf()) + "), in " + Amounts.duration(reading.took())
                        + "; --fresh counts anew"));
        reading.setback()
                .ifPresent(setback -> console.out()
                        .println("A later count failed (" + Moments.text(setback.at()) + "): " + setback.message()));
    }

    private boolean isShown(Amount amount) {
        return all || amount.keys() > 0;
    }

    private static String system(String owner) {
        return owner.isEmpty() ? "–" : owner;
    }

    private static Table table(String... names) {
        return new Table(Stream.concat(Stream.of(names), Stream.of(AMOUNT)).toArray(String[]::new));
    }

    private void add(Table table, Amount amount, String... names) {
        List<String> cells = new ArrayList<>(List.of(names));
        Spread spread = amount.spread();
        cells.addAll(List.of(
                Amounts.count(amount.keys()),
                Amounts.bytes(amount.bytes()),
                Bars.bar(amount.bytes(), reading.statistics().bytes(), BAR),
                amount.keys() == 0 ? "–" : Amounts.bytes(amount.bytesPerKey()),
                spread.mean().map(Amounts::duration).orElse("–"),
                Amounts.percent(spread.endless(), amount.keys()),
                columns(spread)));
        table.row(cells.toArray(String[]::new));
    }

    /** Each column stands under the middle of its name. */
    private static String columns(Spread spread) {
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
