package dev.yorozu.credential;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

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
    private static final Pattern FORM = Pattern.compile("((?:app/)?[a-z0-9][a-z0-9-]{0,62}):([a-z][a-z-]{0,31}|\\*)");

    public Scope {
        if (!FORM.matcher(realm + ':' + action).matches()) {
            throw new IllegalArgumentException("Not a scope");
        }
    }

    /** Reads {@code realm:action}; empty for what is none. */
    public static Optional<Scope> of(String text) {
        Matcher matcher = FORM.matcher(text);
        return matcher.matches() ? Optional.of(new Scope(matcher.group(1), matcher.group(2))) : Optional.empty();
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
