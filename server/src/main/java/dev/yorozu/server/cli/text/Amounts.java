package dev.yorozu.server.cli.text;

import dev.yorozu.server.operate.statistics.ByteSize;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/** Numbers as people read them. */
public final class Amounts {
    private Amounts() {}

    public static String count(long count) {
        return String.format(Locale.ROOT, "%,d", count);
    }

    public static String keys(long count) {
        return of(count, "key");
    }

    /** So many of what has a regular plural. */
    public static String of(long count, String noun) {
        return count(count) + " " + noun + (count == 1 ? "" : "s");
    }

    public static String bytes(long bytes) {
        return ByteSize.text(bytes);
    }

    /** How long something still lives; empty for what never ends by itself. */
    public static String life(Optional<Duration> left) {
        return left.map(Amounts::duration).orElse("no end");
    }

    /** The two largest units: {@code 2d 3h}, {@code 59m 12s}, {@code 800ms}. */
    public static String duration(Duration duration) {
        long[] amounts = {duration.toDays(), duration.toHoursPart(), duration.toMinutesPart(), duration.toSecondsPart()
        };
        String[] units = {"d", "h", "m", "s"};
        for (int i = 0; i < units.length; i++) {
            if (amounts[i] > 0) {
                String rest = i + 1 < units.length && amounts[i + 1] > 0 ? " " + amounts[i + 1] + units[i + 1] : "";
                return count(amounts[i]) + units[i] + rest;
            }
        }
        return duration.toMillis() + "ms";
    }

    public static String percent(long part, long whole) {
        return whole == 0 ? "–" : Math.round(100.0 * part / whole) + " %";
    }
}
