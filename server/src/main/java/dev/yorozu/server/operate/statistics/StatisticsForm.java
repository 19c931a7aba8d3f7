package dev.yorozu.server.operate.statistics;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.yorozu.keyspace.Category;
import dev.yorozu.server.metrics.CacheUse;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A count as JSON has it: what the admin interface sends, what commands print, and what servers share. It repeats sums that
 * can be made of the rest, for programs that want only those.
 *
 * @param apps null in a count by a server of an earlier version, which shares the store
 */
record StatisticsForm(
        Instant asOf,
        @JsonProperty("tookMillis") Duration took,
        boolean complete,
        Optional<Setback> setback,
        long keys,
        long bytes,
        List<Line> categories,
        List<Line> systems,
        List<Line> patterns,
        Line unknown,
        @Nullable Map<String, Statistics.Use> apps,
        List<CacheUse> caches) {
    StatisticsForm {
        Objects.requireNonNull(asOf);
        Objects.requireNonNull(took);
        patterns = List.copyOf(patterns);
        caches = List.copyOf(caches);
    }

    /**
     * How much there is of something.
     *
     * @param owner empty for all systems together
     * @param pattern empty for a whole category
     * @param ending by the names of the spread
     */
    record Line(
            Optional<String> owner,
            String category,
            Optional<String> pattern,
            long keys,
            long bytes,
            long bytesPerKey,
            long endless,
            Map<String, Long> ending,
            long meanLifeMillis) {
        private static Line of(Optional<String> owner, Category category, Optional<String> pattern, Amount amount) {
            Spread spread = amount.spread();
            Map<String, Long> ending = new LinkedHashMap<>();
            for (int i = 0; i < Spread.NAMES.size(); i++) {
                ending.put(Spread.NAMES.get(i), spread.ending().get(i));
            }
            return new Line(
                    owner,
                    category.id(),
                    pattern,
                    amount.keys(),
                    amount.bytes(),
                    amount.bytesPerKey(),
                    spread.endless(),
                    ending,
                    spread.meanMillis());
        }

        private static Line of(Statistics.Row row) {
            return of(Optional.of(row.owner()), row.category(), Optional.of(row.pattern()), row);
        }

        private Statistics.Row row() {
            List<Long> spread = Spread.NAMES.stream()
                    .map(name -> Objects.requireNonNull(ending.get(name), name))
                    .toList();
            return new Statistics.Row(
                    owner.orElseThrow(),
                    Category.of(category),
                    pattern.orElseThrow(),
                    keys,
                    bytes,
                    new Spread(endless, spread, meanLifeMillis));
        }
    }

    static StatisticsForm of(Reading reading) {
        Statistics statistics = reading.statistics();
        return new StatisticsForm(
                reading.asOf(),
                reading.took(),
                reading.complete(),
                reading.setback(),
                statistics.keys(),
                statistics.bytes(),
                statistics.byCategory().stream()
                        .map(total -> Line.of(Optional.empty(), total.category(), Optional.empty(), total))
                        .toList(),
                statistics.bySystem().stream()
                        .map(total -> Line.of(Optional.of(total.owner()), total.category(), Optional.empty(), total))
                        .toList(),
                statistics.rows().stream().map(Line::of).toList(),
                Line.of(statistics.unknown()),
                new TreeMap<>(statistics.apps()),
                reading.caches());
    }

    Reading reading() {
        Statistics statistics = new Statistics(
                patterns.stream().map(Line::row).toList(), unknown.row(), Objects.requireNonNullElse(apps, Map.of()));
        return new Reading(statistics, asOf, took, complete, setback, caches);
    }
}
