package dev.yorozu.link;

import dev.yorozu.date.JavaScriptDate;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/**
 * When a link shall end, as its owner says it.
 *
 * @param instant empty for a text that is no time
 */
public record LinkExpiry(Optional<Instant> instant) {
    /** The last millisecond of JavaScript; what lies behind it is as far away as can be. */
    private static final double FURTHEST = 8.64e15;

    private static final int LONGEST = 500;
    private static final Pattern NUMBER = Pattern.compile("-?[0-9]+(\\.[0-9]+)?");

    /** Milliseconds since 1970, of which a fraction does not count. */
    public static LinkExpiry of(double millis) {
        double bounded = Math.max(-FURTHEST, Math.min(FURTHEST, millis));
        return new LinkExpiry(Optional.of(Instant.ofEpochMilli((long) Math.floor(bounded))));
    }

    public static LinkExpiry of(Instant instant) {
        return new LinkExpiry(Optional.of(instant));
    }

    /** A date as JavaScript reads one, else milliseconds since 1970; empty for a text that says nothing. */
    public static Optional<LinkExpiry> read(String given) {
        String text = given.strip();
        return text.isEmpty() ? Optional.empty() : Optional.of(said(text));
    }

    private static LinkExpiry said(String text) {
        if (text.length() > LONGEST) {
            return new LinkExpiry(Optional.empty());
        }
        OptionalLong date = JavaScriptDate.parse(text);
        if (date.isPresent()) {
            return of(Instant.ofEpochMilli(date.getAsLong()));
        }
        return NUMBER.matcher(text).matches() ? of(Double.parseDouble(text)) : new LinkExpiry(Optional.empty());
    }
}
