package dev.yorozu.app;

import java.time.Instant;
import java.util.regex.Pattern;

/**
 * A program's own part of a server: all that it keeps lies at keys {@code app:{name}:…}.
 *
 * @param made when there was first one of this name
 */
public record App(String name, Instant made, AppSettings settings) {
    private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9-]{0,31}");

    public App {
        if (!isName(name)) {
            throw new IllegalArgumentException("Not a name of an app");
        }
        made = Instant.ofEpochMilli(made.toEpochMilli());
    }

    /** Whether an app can have this name: lower-case letters, digits and dashes, 32 at most. */
    public static boolean isName(String text) {
        return NAME.matcher(text).matches();
    }

    App with(AppSettings other) {
        return new App(name, made, other);
    }
}
