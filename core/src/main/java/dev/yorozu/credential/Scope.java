package dev.yorozu.credential;

import dev.yorozu.keyspace.Alphabet;
import dev.yorozu.keyspace.Part;
import java.util.Optional;

/**
 * What a program may call over HTTP: an action within a realm, written {@code users:introspect}.
 *
 * @param realm the name of a system, or {@code app/} and that of an app
 * @param action one of those that the realm has, or {@link #ALL}
 */
public record Scope(String realm, String action) {
    /** The action that stands for all of a realm. */
    public static final String ALL = "*";

    private static final String APP = "app/";
    private static final Part NAME = Part.of("name", Alphabet.LABEL, 1, 63);
    private static final Part ACTION = Part.of("action", Alphabet.of("a-z-"), 1, 32);

    public Scope {
        if (!isScope(realm, action)) {
            throw new IllegalArgumentException("Not a scope");
        }
    }

    /** Reads {@code realm:action}; empty for what is none. */
    public static Optional<Scope> of(String text) {
        int colon = text.indexOf(':');
        String realm = text.substring(0, Math.max(0, colon));
        String action = text.substring(colon + 1);
        return isScope(realm, action) ? Optional.of(new Scope(realm, action)) : Optional.empty();
    }

    private static boolean isScope(String realm, String action) {
        String name = realm.startsWith(APP) ? realm.substring(APP.length()) : realm;
        return isWord(NAME, name) && (action.equals(ALL) || isWord(ACTION, action));
    }

    private static boolean isWord(Part form, String text) {
        return form.accepts(text) && text.charAt(0) != '-';
    }

    /** The realm of an app of this name. */
    public static String realmOf(String app) {
        return APP + app;
    }

    /** The app whose realm this is; empty for that of a system. */
    public Optional<String> app() {
        return realm.startsWith(APP) ? Optional.of(realm.substring(APP.length())) : Optional.empty();
    }

    /** Whether who has this may do that. */
    public boolean covers(Scope wanted) {
        return realm.equals(wanted.realm) && (action.equals(ALL) || action.equals(wanted.action));
    }

    /** As {@link #of} reads it. */
    @Override
    public String toString() {
        return realm + ':' + action;
    }
}
