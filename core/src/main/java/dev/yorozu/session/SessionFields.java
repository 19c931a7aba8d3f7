package dev.yorozu.session;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * How a session's JSON names what every session of a layout has.
 *
 * @param times how all times among them are written
 * @param user the field with the user's id
 * @param created the field with the time of the sign-in
 * @param lastSeen the field with the time of the last touch
 * @param version the field that rises by one with each change
 * @param id the field with the session's own id; empty where it is not repeated there
 * @param end the field with the session's own end: the key lives until then, whatever the policy's life is, and a change
 *     may move it. Empty where touches renew the life
 * @param lasting the field that frees a session from the idle limit where it is {@code true}; empty where none is free
 */
public record SessionFields(
        SessionTimes times,
        String user,
        String created,
        String lastSeen,
        String version,
        Optional<String> id,
        Optional<String> end,
        Optional<String> lasting) {
    public SessionFields {
        List<String> all = all(user, created, lastSeen, version, id, end, lasting);
        if (Set.copyOf(all).size() != all.size()) {
            throw new IllegalArgumentException("Each field of a session has a name of its own");
        }
    }

    /** Those that every layout has, with times in milliseconds. */
    public static SessionFields of(String user, String created, String lastSeen, String version) {
        return new SessionFields(
                SessionTimes.MILLIS,
                user,
                created,
                lastSeen,
                version,
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    Set<String> names() {
        return new LinkedHashSet<>(all(user, created, lastSeen, version, id, end, lasting));
    }

    @SafeVarargs
    private static List<String> all(
            String user, String created, String lastSeen, String version, Optional<String>... optional) {
        List<String> all = new ArrayList<>(List.of(user, created, lastSeen, version));
        for (Optional<String> each : optional) {
            each.ifPresent(all::add);
        }
        return all;
    }
}
