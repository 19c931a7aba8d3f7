package dev.yorozu.server.cli;

import dev.yorozu.store.Life;
import java.time.Duration;
import java.util.Locale;

/** Numbers as people read them. */
final class Amounts {
    private Amounts() {}

    static String count(long count) {
        return String.format(Locale.ROOT, "%,d", count);
    }

    static String keys(long count) {
        return count(count) + (count == 1 ? " key" : " keys");
    }

    static String bytes(long bytes) {
        if (bytes < 1024) {
            return bytes + " B";
        }
        String[] units = {"KiB", "MiB", "GiB", "TiB", "PiB"};
        double amount = bytes / 1024.0;
        int unit = 0;
        while (amount >= 1024 && unit < units.length - 1) {
            amount /= 1024;
            unit++;
        }
        return String.format(Locale.ROOT, amount < 10 ? "%.1f %s" : "%.0f %s", amount, units[unit]);
    }

    static String life(Life life) {
        return switch (life) {
            case Life.Endless endless -> "no end";
            case Life.Ends ends -> duration(ends.left());
        };
    }

    /** The two largest units: {@code 2d 3h}, {@code 59m 12s}, {@code 800ms}. */
    static String duration(Duration duration) {
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

    static String percent(long part, long whole) {
        return whole == 0 ? "–" : Math.round(100.0 * part / whole) + " %";
    }
}
