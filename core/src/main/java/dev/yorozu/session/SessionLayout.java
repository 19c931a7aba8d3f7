package dev.yorozu.session;

import dev.yorozu.keyspace.KeyPattern;
import dev.yorozu.keyspace.Part;
import dev.yorozu.keyspace.UserKeys;
import dev.yorozu.store.Key;
import dev.yorozu.store.ValueType;
import java.util.Optional;
import java.util.Set;

/**
 * Where the sessions of one system lie and how their JSON names what every session has.
 *
 * @param session the key of one session: its only part is the sid, or the user comes first. Where the user comes first,
 *     session and index share a partition, and sessions that other programs wrote are found by their names
 * @param index the key that holds the sids of one user, with the user as its only part: a set, or a sorted set in which
 *     each sid has its session's last activity in milliseconds, so that a change counts as activity too
 * @param sid the form of a sid
 * @param secrets the fields of further attributes that hardened storage encrypts
 */
public record SessionLayout(
        KeyPattern session, KeyPattern index, SidForm sid, SessionFields fields, Set<String> secrets) {
    /** The user API. Its sids are no secrets: who is let in is for signed tokens to say. */
    public static final SessionLayout USERS = new SessionLayout(
            UserKeys.SESSION,
            UserKeys.USER_SESSIONS,
            SidForm.named("sess-", 16),
            new SessionFields(
                    SessionTimes.ISO,
                    "user_id",
                    "created_at",
                    "last_activity",
                    "version",
                    Optional.of("session_id"),
                    Optional.of("expires_at"),
                    Optional.of("remember_me")),
            Set.of());

    public SessionLayout {
        secrets = Set.copyOf(secrets);
        int parts = session.parts().size();
        if (parts < 1 || parts > 2 || session.type() != ValueType.STRING) {
            throw new IllegalArgumentException(
                    "A session is a string at a key whose only part is the sid, or whose parts are user and sid");
        }
        boolean listing = index.type() == ValueType.SET || index.type() == ValueType.RANK;
        if (index.parts().size() != 1 || !listing) {
            throw new IllegalArgumentException(
                    "An index is a set or a sorted set at a key whose only part is the user");
        }
        boolean together = session.partition().equals(index.partition())
                && index.partition()
                        .equals(Optional.of(session.parts().getFirst().name()));
        if (parts == 2 && !together) {
            throw new IllegalArgumentException("Sessions whose keys begin with the user lie with the user's index");
        }
        if (parts == 1 && index.type() == ValueType.RANK) {
            throw new IllegalArgumentException("A sorted set lists sessions whose keys begin with the user");
        }
        if (secrets.stream().anyMatch(fields.names()::contains)) {
            throw new IllegalArgumentException("What every session has cannot be a secret of its own");
        }
        if (!sid.secret() && !secrets.isEmpty()) {
            throw new IllegalArgumentException("Nothing can be encrypted under a sid that is no secret");
        }
    }

    /** Sessions by a secret sid, with a set as their index and times in milliseconds. */
    public SessionLayout(
            KeyPattern session,
            KeyPattern index,
            int sidBytes,
            String user,
            String created,
            String lastSeen,
            String version,
            Set<String> secrets) {
        this(session, index, SidForm.secret(sidBytes), SessionFields.of(user, created, lastSeen, version), secrets);
    }

    /** Whether the keys of sessions begin with the user, and lie in one partition with the index. */
    public boolean byUser() {
        return session.parts().size() == 2;
    }

    /** Whether this text has the form of a sid; only such a one is ever looked up. */
    boolean isSid(String text) {
        return sid.accepts(text, sidPart());
    }

    /** Whether this text can stand for a session in its key. */
    boolean isKeyPart(String text) {
        return sidPart().accepts(text);
    }

    /** Whether this text can be a user's id. */
    boolean isUser(String text) {
        return index.parts().getFirst().accepts(text)
                && (!byUser() || session.parts().getFirst().accepts(text));
    }

    Key key(String user, String keyPart) {
        return byUser() ? session.key(user, keyPart) : session.key(keyPart);
    }

    boolean ranked() {
        return index.type() == ValueType.RANK;
    }

    private Part sidPart() {
        return session.parts().getLast();
    }
}
