package dev.yorozu.keyspace;

import java.time.Duration;

/** How long keys of a pattern live, as declared. */
public sealed interface Lifetime {
    /** Until deleted. */
    record Endless() implements Lifetime {}

    /** This long, from the moment that the note tells. */
    record Lasting(Duration length, String note) implements Lifetime {}

    /** Until an instant that each key gets of its own. */
    record Until(String end) implements Lifetime {}

    /** For people: {@code 30 d, renewed on use}. */
    default String describe() {
        return switch (this) {
            case Endless endless -> "–";
            case Lasting lasting -> text(lasting.length()) + (lasting.note().isEmpty() ? "" : ", " + lasting.note());
            case Until until -> "until " + until.end();
        };
    }

    static Lifetime of(Duration length) {
        return new Lasting(length, "");
    }

    static Lifetime of(Duration length, String note) {
        return new Lasting(length, note);
    }

    static Lifetime until(String end) {
        return new Until(end);
    }

    private static String text(Duration length) {
        if (length.toSeconds() % 86_400 == 0) {
            return length.toDays() + " d";
        }
        if (length.toSeconds() % 3600 == 0) {
            return length.toHours() + " h";
        }
        return length.toSeconds() + " s";
    }
}
