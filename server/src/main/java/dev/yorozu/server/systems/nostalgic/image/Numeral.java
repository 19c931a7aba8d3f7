package dev.yorozu.server.systems.nostalgic.image;

import java.util.Locale;
import java.util.Optional;

/**
 * How a number is to be shown. Whatever a page asks for can be shown somehow: what is none of the choices counts as the
 * usual one.
 *
 * @param digits how many there are at least
 */
public record Numeral(Form form, Theme theme, int digits) {
    private static final int MOST_DIGITS = 10;

    /** What a number is shown as. */
    public enum Form {
        IMAGE,
        JSON,
        TEXT
    }

    public static Numeral of(Optional<String> format, Optional<String> theme, Optional<Long> digits) {
        return new Numeral(
                form(format).orElse(Form.IMAGE),
                Theme.of(theme.orElse("")),
                digits.map(wanted -> Math.clamp((long) wanted, 1, MOST_DIGITS)).orElse(1));
    }

    private static Optional<Form> form(Optional<String> format) {
        return format.map(text -> switch (text.toLowerCase(Locale.ROOT)) {
            case "json" -> Form.JSON;
            case "text" -> Form.TEXT;
            default -> Form.IMAGE;
        });
    }

    /** Whether a call that is answered in JSON otherwise asks for something else. */
    public static boolean isAsked(Optional<String> format) {
        return form(format).filter(form -> form != Form.JSON).isPresent();
    }

    /** The number with zeros before it, as many as are wanted. */
    public String padded(long number) {
        String text = Long.toString(number);
        return "0".repeat(Math.max(0, digits - text.length())) + text;
    }

    /** What is shown while the number cannot be read: no number, so that nobody takes it for one. */
    public String dashes() {
        return "-".repeat(digits);
    }
}
