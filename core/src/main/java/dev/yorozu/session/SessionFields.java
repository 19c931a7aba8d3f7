package dev.yorozu.session;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * How a session's JSON names what sessions of a layout have.
 *
 * @param times how all times among them are written
 * @param user the field with the user's id
 * @param created the field with the time of the sign-in; empty where the life of the key is the only clock: such a session
 *     began, or was last changed, a whole life before the end of its key, and every change renews it
 * @param lastSeen the field with the time of the last touch; empty where touches are not recorded
 * @param version the field that rises by one with each change; empty where every change of the record is one
 * @param id the field with the session's own id; empty where it is not repeated there
 * @param end the field with the session's own end: the key lives until then, whatever the policy's life is, and a change
 *     may move it. Empty where touches renew the life
 * @param lasting the field that frees a session from the idle limit where it is {@code true}; empty where none is free
 * @param accessUntil the field with the moment from which on the session grants no access unless it is changed; empty where
 *     a session grants access for as long as it lives
 */
public record SessionFields(
        SessionTimes times,
        String user,
        Optional<String> created,
        Optional<String> lastSeen,
        Optional<String> version,
        Optional<String> id,
        Optional<String> end,
        Optional<String> lasting,
        Optional<String> accessUntil) {
    public SessionFields {
        List<Optional<String>> others = List.of(created, lastSeen, version, id, end, lasting, accessUntil);
        if (names(user, others).size()
                != 1 + others.stream().filter(Optional::isPresent).count()) {
            throw new IllegalArgumentException("Each field of a session has a name of its own");
        }
        if (end.isPresent() && created.isEmpty()) {
            throw new IllegalArgumentException("Sessions that say when they end say when they began as well");
        }
    }

    /** The user, three times in milliseconds, and a version. */
    public static SessionFields of(String user, String created, String lastSeen, String version) {
        return new SessionFields(
                SessionTimes.MILLIS,
                user,
                Optional.of(created),
                Optional.of(lastSeen),
                Optional.of(version),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    Set<String> names() {
        return names(user, List.of(created, lastSeen, version, id, end, lasting, accessUntil));
    }

    private static Set<String> names(String user, List<Optional<String>> others) {
        Set<String> names = new LinkedHashSet<>(Set.of(user));
        others.stream().flatMap(Optional::stream).forEach(names::add);
        return names;
    }
}
