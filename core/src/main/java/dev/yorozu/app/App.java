package dev.yorozu.app;

import dev.yorozu.keyspace.Alphabet;
import dev.yorozu.keyspace.Part;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * A program's own part of a server: all that it keeps lies at keys {@code app:{name}:…}.
 *
 * @param made when there was first one of this name
 * @param keys the keys that sign its tokens, the newest first; never none
 * @param declared whether its settings are those of the server's settings file, so that only that changes them
 */
public record App(String name, Instant made, List<KeyNumber> keys, AppSettings settings, boolean declared) {
    private static final int MOST_KEYS = 8;

    private static final Part NAME = Part.of("name", Alphabet.LABEL, 1, 32);

    /**
     * Which key signs. The key itself follows from this number, the name of the app, and a secret that only servers have.
     *
     * @param since when it began to sign
     */
    public record KeyNumber(long number, Instant since) {
        public KeyNumber {
            since = Instant.ofEpochMilli(since.toEpochMilli());
        }
    }

    public App {
        if (!isName(name)) {
            throw new IllegalArgumentException("Not a name of an app");
        }
        made = Instant.ofEpochMilli(made.toEpochMilli());
        keys = List.copyOf(keys);
        if (keys.isEmpty()) {
            throw new IllegalArgumentException("An app has a key that signs");
        }
    }

    static App of(String name, Instant now, AppSettings settings) {
        return new App(name, now, List.of(new KeyNumber(1, now)), settings, false);
    }

    /** Whether an app can have this name: lower-case letters, digits and dashes, 32 at most, and no dash first. */
    public static boolean isName(String text) {
        return NAME.accepts(text) && text.charAt(0) != '-';
    }

    App with(AppSettings other) {
        return new App(name, made, keys, other, declared);
    }

    App declaredAs(AppSettings file) {
        return new App(name, made, keys, file, true);
    }

    App undeclared() {
        return new App(name, made, keys, settings, false);
    }

    /** The same with a further key that signs from now on; of very many the oldest is forgotten. */
    App withNextKey(Instant now) {
        List<KeyNumber> more = new ArrayList<>(keys);
        more.addFirst(new KeyNumber(keys.getFirst().number() + 1, now));
        return new App(name, made, more.subList(0, Math.min(more.size(), MOST_KEYS)), settings, declared);
    }
}
