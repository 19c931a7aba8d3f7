package dev.yorozu.server.config;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Sizes and durations as operators write them: whole numbers with their units.
 *
 * <p>{@code 1MiB} is 1,048,576 bytes and {@code 1MB} is 1,000,000, as IEC and SI have it. A duration may have several parts,
 * the larger first, as {@code 1m30s}.
 */
public final class Units {
    private static final Pattern PART = Pattern.compile("(\\d{1,12})\\s*([A-Za-z]+)\\s*");
    /** From the largest to the smallest of what is also written here; the others are only read. */
    private static final Map<String, Long> BYTES = new LinkedHashMap<>();

    private static final Map<String, Long> DECIMAL_BYTES =
            Map.of("GB", 1_000_000_000L, "MB", 1_000_000L, "KB", 1000L, "kB", 1000L);
    private static final Map<String, Long> MILLIS = new LinkedHashMap<>();
    private static final long WEEK = 604_800_000L;

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
        String written = text.strip();
        Matcher matcher = PART.matcher(written.matches("\\d+") ? written + "B" : written);
        return matcher.matches() ? part(matcher, bytes(matcher.group(2))) : Optional.empty();
    }

    /** A number needs its unit: seconds and milliseconds are too easily confused. */
    public static Optional<Duration> parseDuration(String text) {
        String written = text.strip();
        Matcher matcher = PART.matcher(written);
        long sum = 0;
        long larger = Long.MAX_VALUE;
        int end = 0;
        while (end < written.length()) {
            if (!matcher.find(end) || matcher.start() != end) {
                return Optional.empty();
            }
            long unit = matcher.group(2).equals("w") ? WEEK : MILLIS.getOrDefault(matcher.group(2), 0L);
            Optional<Long> part = part(matcher, unit);
            if (unit >= larger || part.isEmpty()) {
                return Optional.empty();
            }
            sum = Math.addExact(sum, part.get());
            larger = unit;
            end = matcher.end();
        }
        return end == 0 ? Optional.empty() : Optional.of(Duration.ofMillis(sum));
    }

    private static long bytes(String unit) {
        return BYTES.getOrDefault(unit, DECIMAL_BYTES.getOrDefault(unit, 0L));
    }

    /** What a part comes to; empty when there is no such unit, or it is more than anything can be. */
    private static Optional<Long> part(Matcher matcher, long unit) {
        long amount = Long.parseLong(matcher.group(1));
        return unit == 0 || amount > (Long.MAX_VALUE >> 3) / unit ? Optional.empty() : Optional.of(amount * unit);
    }

    static String size(long bytes) {
        return write(bytes, BYTES);
    }

    static String duration(Duration duration) {
        return duration.isZero() ? "0s" : write(duration.toMillis(), MILLIS);
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
