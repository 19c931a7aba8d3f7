package dev.yorozu.server.console;

import dev.yorozu.server.admin.Statistics;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What the store holds.
 *
 * @param counted empty before anybody asked
 */
public record StatisticsView(Optional<Statistics> counted) {
    public String path() {
        return ConsoleModule.MOUNT + "/statistics";
    }

    /** The patterns that have keys, and the keys that have no pattern. */
    public List<Statistics.Row> rows() {
        return counted.stream()
                .flatMap(statistics -> Stream.concat(statistics.rows().stream(), Stream.of(statistics.unknown())))
                .filter(row -> row.keys() > 0)
                .toList();
    }

    public String number(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }
}
