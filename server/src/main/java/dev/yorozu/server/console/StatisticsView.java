package dev.yorozu.server.console;

import dev.yorozu.server.metrics.CacheUse;
import dev.yorozu.server.operate.statistics.Amount;
import dev.yorozu.server.operate.statistics.ByteSize;
import dev.yorozu.server.operate.statistics.Reading;
import dev.yorozu.server.operate.statistics.Spread;
import dev.yorozu.server.operate.statistics.Statistics;
import dev.yorozu.server.pages.Language;
import dev.yorozu.server.pages.Moment;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What the store holds.
 *
 * @param damage the files of the store that are damaged
 * @param counting whether a newer count is under way
 */
public record StatisticsView(Reading reading, List<String> damage, boolean counting, Instant now) {
    static final String PATH = ConsoleModule.MOUNT + "/statistics";

    /**
     * A part of the keys of a row, by how long they still live.
     *
     * @param name its name among the texts, and in the style sheet
     * @param start where its piece of the bar begins, in percent
     * @param width how long that piece is, in percent
     */
    public record Piece(String name, long keys, String start, String width) {}

    public String path() {
        return PATH;
    }

    public Moment taken() {
        return new Moment(reading.asOf(), now);
    }

    public Moment failed(Instant at) {
        return new Moment(at, now);
    }

    public Statistics statistics() {
        return reading.statistics();
    }

    /** The categories that have keys, those that take most room first. */
    public List<Statistics.Total> categories() {
        return statistics().byCategory().stream()
                .filter(total -> total.keys() > 0)
                .sorted((one, other) -> Long.compare(other.bytes(), one.bytes()))
                .toList();
    }

    /** The patterns that have keys, and the keys that have no pattern. */
    public List<Statistics.Row> rows() {
        return statistics().all().filter(row -> row.keys() > 0).toList();
    }

    /** How much of all the room this takes, in percent; never so little that it cannot be seen. */
    public String share(Amount amount) {
        long all =
                categories().stream().mapToLong(Statistics.Total::bytes).max().orElse(0);
        return percent(all == 0 ? 0 : Math.max(0.5, 100.0 * amount.bytes() / all));
    }

    /** The bar of lives: what ends soon first, what never ends last. */
    public List<Piece> lives(Amount amount) {
        List<Piece> pieces = new ArrayList<>();
        double start = 0;
        for (int i = 0; i <= Spread.NAMES.size(); i++) {
            long keys = keys(amount.spread(), i);
            double width = amount.keys() == 0 ? 0 : 100.0 * keys / amount.keys();
            if (keys > 0) {
                pieces.add(new Piece(NAMES.get(i), keys, percent(start), percent(width)));
            }
            start += width;
        }
        return pieces;
    }

    private static final List<String> NAMES = List.of("minute", "hour", "day", "month", "more", "endless");

    /** All pieces that a bar can have, for the legend. */
    public List<String> spans() {
        return NAMES;
    }

    private static long keys(Spread spread, int index) {
        return index < Spread.NAMES.size() ? spread.ending().get(index) : spread.endless();
    }

    private static String percent(double percent) {
        return String.format(Locale.ROOT, "%.2f%%", percent);
    }

    public String number(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    public String bytes(long bytes) {
        return ByteSize.text(bytes);
    }

    public String rate(CacheUse cache) {
        return cache.hitRate().isEmpty()
                ? "–"
                : String.format(Locale.ROOT, "%.1f %%", 100 * cache.hitRate().getAsDouble());
    }

    public String meanLife(Amount amount, Language language) {
        return amount.spread().mean().map(mean -> span(mean, language)).orElse("–");
    }

    /** The two largest units. */
    public String span(Duration span, Language language) {
        return Spans.text(span, language);
    }
}
