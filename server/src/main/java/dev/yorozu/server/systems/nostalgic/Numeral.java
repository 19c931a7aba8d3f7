package dev.yorozu.server.systems.nostalgic;

import dev.yorozu.server.systems.nostalgic.image.Theme;
import java.util.Locale;
import java.util.Optional;

/**
 * How a number is to be shown. Whatever a page asks for can be shown somehow: what is none of the choices counts as the
 * usual one.
 *
 * @param digits how many there are at least
 */
record Numeral(Form form, Theme theme, int digits) {
    private static final int MOST_DIGITS = 10;

    /** What a number is shown as. */
    enum Form {
        IMAGE,
        JSON,
        TEXT
    }

    static Numeral of(Parameters parameters) {
        return new Numeral(
                form(parameters).orElse(Form.IMAGE),
                Theme.of(parameters.find("theme", "style").orElse("")),
                digits(parameters));
    }

    /** The form that is asked for; empty when none is. */
    static Optional<Form> form(Parameters parameters) {
        return parameters.find("format").map(format -> switch (format.toLowerCase(Locale.ROOT)) {
            case "json" -> Form.JSON;
            case "text" -> Form.TEXT;
            default -> Form.IMAGE;
        });
    }

    /** Whether a call that is answered in JSON otherwise asks for something else. */
    static boolean isAsked(Parameters parameters) {
        return form(parameters).filter(form -> form != Form.JSON).isPresent();
    }

    private static int digits(Parameters parameters) {
        return parameters
                .find("digits")
                .flatMap(text -> Parameters.whole(text.strip()))
                .map(wanted -> Math.clamp((long) wanted, 1, MOST_DIGITS))
                .orElse(1);
    }

    /** The number with zeros before it, as many as are wanted. */
    String padded(long number) {
        String text = Long.toString(number);
        return "0".repeat(Math.max(0, digits - text.length())) + text;
    }

    /** What is shown while the number cannot be read: no number, so that nobody takes it for one. */
    String dashes() {
        return "-".repeat(digits);
    }
}
