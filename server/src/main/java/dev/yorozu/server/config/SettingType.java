package dev.yorozu.server.config;

import dev.yorozu.json.Document;
import dev.yorozu.server.net.Origin;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * How the text of a setting becomes a value.
 *
 * @param allowed what is allowed, so that "must be …" is a sentence
 * @param parser gives the value, or nothing when the text is not allowed
 * @param form how a file may give it
 */
public record SettingType<T>(String allowed, Function<String, Optional<T>> parser, Form form) {
    /** What a file gives for a setting. */
    public enum Form {
        VALUE,
        /** Several values with commas between them, or a list. */
        LIST,
        /** Names with values and further names, which stand in the text as a JSON object. */
        OBJECT
    }

    private static final Set<String> ON = Set.of("on", "yes", "true");
    private static final Set<String> OFF = Set.of("off", "no", "false");

    public SettingType(String allowed, Function<String, Optional<T>> parser) {
        this(allowed, parser, Form.VALUE);
    }

    /** This type, of which a file may give several values as a list. */
    public SettingType<T> ofSeveral() {
        return new SettingType<>(allowed, parser, Form.LIST);
    }

    /** Names and values of any depth, as a file has them, or in JSON. */
    public static SettingType<Document> object(String allowed) {
        return new SettingType<>(allowed, Document::parse, Form.OBJECT);
    }

    public static SettingType<String> text(String allowed) {
        return new SettingType<>(allowed, text -> text.isBlank() ? Optional.empty() : Optional.of(text));
    }

    public static SettingType<Integer> number(int least, int most) {
        return new SettingType<>(
                "a whole number from " + least + " to " + most,
                text -> wholeNumber(text).filter(n -> n >= least && n <= most).map(Math::toIntExact));
    }

    /** Bytes, as {@code 4096}, {@code 64KiB}, {@code 1MiB} or {@code 1MB}. */
    public static SettingType<Integer> size(int least, int most) {
        return new SettingType<>(
                "a size from " + Units.size(least) + " to " + Units.size(most),
                text -> Units.parseSize(text)
                        .filter(n -> n >= least && n <= most)
                        .map(Math::toIntExact));
    }

    /** A time span, as {@code 500ms}, {@code 1m30s}, {@code 12h}, {@code 30d} or {@code 2w}. */
    public static SettingType<Duration> duration(Duration least, Duration most) {
        return new SettingType<>(
                "a duration from " + Units.duration(least) + " to " + Units.duration(most),
                text -> Units.parseDuration(text).filter(d -> d.compareTo(least) >= 0 && d.compareTo(most) <= 0));
    }

    /** As {@link #duration}, or {@code off} for none. */
    public static SettingType<Optional<Duration>> durationOrOff(Duration least, Duration most) {
        SettingType<Duration> span = duration(least, most);
        return new SettingType<>(
                "off, or " + span.allowed(),
                text -> isOff(text)
                        ? Optional.of(Optional.empty())
                        : span.parser().apply(text).map(Optional::of));
    }

    /** One of the names of an enumeration, in lower case. */
    public static <E extends Enum<E>> SettingType<E> choice(Class<E> type) {
        return choice(List.of(type.getEnumConstants()));
    }

    /** One of these. */
    public static <E extends Enum<E>> SettingType<E> choice(List<E> values) {
        return new SettingType<>(
                values.stream().map(SettingType::lower).collect(Collectors.joining(", ", "one of ", "")),
                text -> values.stream()
                        .filter(value -> lower(value).equals(text.toLowerCase(Locale.ROOT)))
                        .findFirst());
    }

    public static SettingType<Boolean> onOff() {
        return new SettingType<>("on or off", text -> {
            boolean on = ON.contains(text.toLowerCase(Locale.ROOT));
            return on || isOff(text) ? Optional.of(on) : Optional.empty();
        });
    }

    /** Whether a text says off, in any of the words that YAML has had for it. */
    public static boolean isOff(String text) {
        return OFF.contains(text.toLowerCase(Locale.ROOT));
    }

    /** The path that the addresses of a system begin with; empty for {@code /}, which stands for none. */
    public static SettingType<String> mount(String example) {
        return new SettingType<>(
                "a path such as " + example + ", or / for none",
                text -> text.matches("/|(/[A-Za-z0-9_-]+)+")
                        ? Optional.of(text.equals("/") ? "" : text)
                        : Optional.empty());
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

    /** An address that is reached with HTTP: encrypted, or on this machine. Spelled without a slash at its end. */
    public static SettingType<URI> url() {
        return new SettingType<>(
                "an https address, or an http one on localhost",
                text -> Origin.of(text)
                        .filter(origin -> origin.isSecure() || origin.isLoopback())
                        .filter(origin -> text.indexOf('?') < 0 && text.indexOf('#') < 0)
                        .flatMap(origin -> uri(text.endsWith("/") ? text.substring(0, text.length() - 1) : text)));
    }

    private static Optional<URI> uri(String text) {
        try {
            return Optional.of(new URI(text));
        } catch (URISyntaxException e) {
            return Optional.empty();
        }
    }

    /** A scheme and a host, with nothing behind them. */
    public static SettingType<Origin> origin() {
        return new SettingType<>("an origin such as https://example.com", Origin::exactly);
    }

    /** Several values with commas between them, spaces around each left out. */
    public static <T> SettingType<List<T>> list(String allowed, Function<String, Optional<T>> parser) {
        return new SettingType<List<T>>(allowed, text -> {
                    List<T> values = new ArrayList<>();
                    for (String each : text.split(",", -1)) {
                        Optional<T> value = parser.apply(each.strip());
                        if (value.isEmpty()) {
                            return Optional.empty();
                        }
                        values.add(value.get());
                    }
                    return Optional.of(List.copyOf(values));
                })
                .ofSeveral();
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
