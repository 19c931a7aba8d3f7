package dev.yorozu.session;

import dev.yorozu.keyspace.KeyPattern;
import dev.yorozu.keyspace.Part;
import dev.yorozu.store.ValueType;
import java.util.Set;

/**
 * Where the sessions of one system lie and how their JSON names what every session has. Times are milliseconds since
 * 1970.
 *
 * @param session the key of one session, with the sid as its only part
 * @param index the key of the set that holds the sids of one user, with the user as its only part
 * @param sidBytes how many random bytes a sid has; it is written in base64 for URLs
 * @param user the field with the user's id
 * @param created the field with the time of the sign-in
 * @param lastSeen the field with the time of the last touch
 * @param version the field that rises by one with each change
 * @param secrets the fields of further attributes that hardened storage encrypts
 */
public record SessionLayout(
        KeyPattern session,
        KeyPattern index,
        int sidBytes,
        String user,
        String created,
        String lastSeen,
        String version,
        Set<String> secrets) {
    /** A sid of fewer random bytes could be guessed. */
    private static final int FEWEST_SID_BYTES = 16;

    public SessionLayout {
        secrets = Set.copyOf(secrets);
        if (session.parts().size() != 1 || session.type() != ValueType.STRING) {
            throw new IllegalArgumentException("A session is a string at a key whose only part is the sid");
        }
        if (index.parts().size() != 1 || index.type() != ValueType.SET) {
            throw new IllegalArgumentException("An index is a set at a key whose only part is the user");
        }
        if (sidBytes < FEWEST_SID_BYTES) {
            throw new IllegalArgumentException("A sid needs at least " + FEWEST_SID_BYTES + " random bytes");
        }
        Set<String> own = Set.of(user, created, lastSeen, version);
        if (secrets.stream().anyMatch(own::contains)) {
            throw new IllegalArgumentException("What every session has cannot be a secret of its own");
        }
    }

    /** Whether this text has the form of a sid; only such a one is ever looked up. */
    boolean isSid(String text) {
        return text.length() == (sidBytes * 8 + 5) / 6 && sidPart().accepts(text);
    }

    /** Whether this text can stand for a session in its key. */
    boolean isKeyPart(String text) {
        return sidPart().accepts(text);
    }

    /** Whether this text can be a user's id. */
    boolean isUser(String text) {
        return index.parts().getFirst().accepts(text);
    }

    private Part sidPart() {
        return session.parts().getFirst();
    }
}
