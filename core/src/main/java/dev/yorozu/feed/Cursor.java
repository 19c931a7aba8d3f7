package dev.yorozu.feed;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How far a reader has come in each realm: an opaque text, which grants nothing. */
public record Cursor(SequencedMap<String, Position> places) {
    /** Longer than one of as many realms as a credential can have. */
    private static final int LONGEST = 16 * 1024;

    private static final Pattern PLACE =
            Pattern.compile("([^ \\n]{1,80}) ([0-9a-f]{16}) ([0-9]{1,18}) ([0-9]{1,18})(?: ([0-9a-f]{8})?)?");

    public Cursor {
        places = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(places));
    }

    /** That of a reader that begins. */
    public static Cursor start() {
        return new Cursor(new LinkedHashMap<>());
    }

    /** Reads what {@link #toString} gives; empty for any other text. */
    public static Optional<Cursor> of(String text) {
        if (text.length() > LONGEST) {
            return Optional.empty();
        }
        String lines;
        try {
            lines = new String(Base64.getUrlDecoder().decode(text), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException garbled) {
            return Optional.empty();
        }
        SequencedMap<String, Position> places = new LinkedHashMap<>();
        for (String line : lines.split("\n", -1)) {
            Matcher place = PLACE.matcher(line);
            if (!place.matches()) {
                return Optional.empty();
            }
            places.put(
                    place.group(1),
                    new Position(
                            place.group(2),
                            Long.parseLong(place.group(3)),
                            Long.parseLong(place.group(4)),
                            Optional.ofNullable(place.group(5)).orElse("")));
        }
        return Optional.of(new Cursor(places));
    }

    @Override
    public String toString() {
        StringBuilder lines = new StringBuilder();
        for (Map.Entry<String, Position> each : places.entrySet()) {
            Position place = each.getValue();
            lines.append(lines.isEmpty() ? "" : "\n")
                    .append(each.getKey())
                    .append(' ')
                    .append(place.epoch())
                    .append(' ')
                    .append(place.page())
                    .append(' ')
                    .append(place.index())
                    .append(' ')
                    .append(place.last());
        }
        return Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(lines.toString().getBytes(StandardCharsets.UTF_8));
    }
}
