package dev.yorozu.server.config;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * How the text of a setting becomes a value.
 *
 * @param allowed what is allowed, so that "must be …" is a sentence
 * @param parser gives the value, or nothing when the text is not allowed
 */
public record SettingType<T>(String allowed, Function<String, Optional<T>> parser) {
    public static SettingType<String> text(String allowed) {
        return new SettingType<>(allowed, text -> text.isBlank() ? Optional.empty() : Optional.of(text));
    }

    public static SettingType<Integer> number(int least, int most) {
        return new SettingType<>(
                "a whole number from " + least + " to " + most,
                text -> wholeNumber(text).filter(n -> n >= least && n <= most).map(Math::toIntExact));
    }

    /** Bytes, as {@code 4096}, {@code 64KiB} or {@code 1MiB}. */
    public static SettingType<Integer> size(int least, int most) {
        return new SettingType<>(
                "a size from " + Units.size(least) + " to " + Units.size(most),
                text -> Units.parseSize(text)
                        .filter(n -> n >= least && n <= most)
                        .map(Math::toIntExact));
    }

    /** A time span, as {@code 500ms}, {@code 2s}, {@code 10m}, {@code 12h} or {@code 30d}. */
    public static SettingType<Duration> duration(Duration least, Duration most) {
        return new SettingType<>(
                "a duration from " + Units.duration(least) + " to " + Units.duration(most),
                text -> Units.parseDuration(text).filter(d -> d.compareTo(least) >= 0 && d.compareTo(most) <= 0));
    }

    /** One of the names of an enumeration, in lower case. */
    public static <E extends Enum<E>> SettingType<E> choice(Class<E> type) {
        E[] values = type.getEnumConstants();
        return new SettingType<>(
                Arrays.stream(values).map(SettingType::lower).collect(Collectors.joining(", ", "one of ", "")),
                text -> Arrays.stream(values)
                        .filter(value -> lower(value).equals(text.toLowerCase(Locale.ROOT)))
                        .findFirst());
    }

    public static SettingType<Boolean> onOff() {
        return new SettingType<>("on or off", text -> switch (text.toLowerCase(Locale.ROOT)) {
            case "on", "true" -> Optional.of(true);
            case "off", "false" -> Optional.of(false);
            default -> Optional.empty();
        });
    }

    public static SettingType<Path> path() {
        return new SettingType<>("a path", text -> {
            try {
                return text.isBlank() ? Optional.empty() : Optional.of(Path.of(text));
            } catch (InvalidPathException e) {
                return Optional.empty();
            }
        });
    }

    private static Optional<Long> wholeNumber(String text) {
        try {
            return Optional.of(Long.parseLong(text));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
