package dev.yorozu.session;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How a session's JSON names what sessions of a layout have.
 *
 * @param times how all times among them are written
 * @param user the name of the field with the user's id
 * @param others the names of the other fields that a layout has
 */
public record SessionFields(SessionTimes times, String user, Map<Field, String> others) {
    /** What a session may say besides its user. */
    public enum Field {
        /**
         * The time of the sign-in. Without it the life of the key is the only clock: a session began, or was last changed, a
         * whole life before the end of its key, and every change renews it.
         */
        CREATED,
        /** The time of the last touch. Without it touches are not recorded. */
        LAST_SEEN,
        /** Rises by one with each change. Without it every change of the record is one. */
        VERSION,
        /** The session's own id. */
        ID,
        /**
         * The session's own end: the key lives until then, whatever the policy's life is, and a change may move it. Without
         * it touches renew the life.
         */
        END,
        /** The moment beyond which no touch renews the session's life. Without it the policy's limits hold alone. */
        LIMIT,
        /** Frees a session from the idle limit where it is {@code true}. */
        LASTING,
        /**
         * The moment from which on the session grants no access unless it is changed. Without it a session grants access for
         * as long as it lives.
         */
        ACCESS_UNTIL
    }

    public SessionFields {
        Map<Field, String> named = new EnumMap<>(Field.class);
        named.putAll(others);
        others = Collections.unmodifiableMap(named);
        if (names(user, others).size() <= others.size()) {
            throw new IllegalArgumentException("Each field of a session has a name of its own");
        }
        if (others.containsKey(Field.END) && !others.containsKey(Field.CREATED)) {
            throw new IllegalArgumentException("Sessions that say when they end say when they began as well");
        }
    }

    /** The user, two times in milliseconds, and a version. */
    public static SessionFields of(String user, String created, String lastSeen, String version) {
        return new SessionFields(
                SessionTimes.MILLIS,
                user,
                Map.of(Field.CREATED, created, Field.LAST_SEEN, lastSeen, Field.VERSION, version));
    }

    boolean has(Field field) {
        return others.containsKey(field);
    }

    Optional<String> name(Field field) {
        return Optional.ofNullable(others.get(field));
    }

    Set<String> names() {
        return names(user, others);
    }

    private static Set<String> names(String user, Map<Field, String> others) {
        return Stream.concat(Stream.of(user), others.values().stream()).collect(Collectors.toSet());
    }
}
