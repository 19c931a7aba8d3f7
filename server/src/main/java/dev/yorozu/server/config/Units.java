package dev.yorozu.server.config;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Sizes and durations as operators write them: a whole number and a unit. */
public final class Units {
    private static final Pattern WRITTEN = Pattern.compile("(\\d{1,12})\\s*([A-Za-z]*)");
    private static final Map<String, Long> BYTES = new LinkedHashMap<>();
    private static final Map<String, Long> MILLIS = new LinkedHashMap<>();

    static {
        BYTES.put("GiB", 1L << 30);
        BYTES.put("MiB", 1L << 20);
        BYTES.put("KiB", 1L << 10);
        BYTES.put("B", 1L);
        MILLIS.put("d", 86_400_000L);
        MILLIS.put("h", 3_600_000L);
        MILLIS.put("m", 60_000L);
        MILLIS.put("s", 1000L);
        MILLIS.put("ms", 1L);
    }

    private Units() {}

    /** A number without a unit counts bytes. */
    static Optional<Long> parseSize(String text) {
        return parse(text.matches("\\d+") ? text + "B" : text, BYTES);
    }

    /** A number needs its unit: seconds and milliseconds are too easily confused. */
    public static Optional<Duration> parseDuration(String text) {
        return parse(text, MILLIS).map(Duration::ofMillis);
    }

    static String size(long bytes) {
        return write(bytes, BYTES);
    }

    static String duration(Duration duration) {
        return duration.isZero() ? "0s" : write(duration.toMillis(), MILLIS);
    }

    private static Optional<Long> parse(String text, Map<String, Long> units) {
        Matcher matcher = WRITTEN.matcher(text.strip());
        if (!matcher.matches()) {
            return Optional.empty();
        }
        Long unit = units.get(matcher.group(2));
        try {
            return unit == null
                    ? Optional.empty()
                    : Optional.of(Math.multiplyExact(Long.parseLong(matcher.group(1)), unit));
        } catch (ArithmeticException e) {
            return Optional.empty();
        }
    }

    private static String write(long amount, Map<String, Long> units) {
        for (Map.Entry<String, Long> unit : units.entrySet()) {
            if (amount >= unit.getValue() && amount % unit.getValue() == 0) {
                return amount / unit.getValue() + unit.getKey();
            }
        }
        return Long.toString(amount);
    }
}
