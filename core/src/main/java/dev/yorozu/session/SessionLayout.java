package dev.yorozu.session;

import dev.yorozu.keyspace.KeyPattern;
import dev.yorozu.keyspace.Part;
import dev.yorozu.keyspace.PatreonKeys;
import dev.yorozu.keyspace.UserKeys;
import dev.yorozu.secret.TokenForm;
import dev.yorozu.session.SessionFields.Field;
import dev.yorozu.store.Key;
import dev.yorozu.store.ValueType;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Where the sessions of one system lie and how their JSON names what every session has.
 *
 * @param session the key of one session: its only part is the sid, or the user comes first
 * @param index where the sids of one user are listed
 * @param sid the form of a sid
 * @param secrets the fields of further attributes that hardened storage encrypts
 */
public record SessionLayout(
        KeyPattern session, IndexLayout index, TokenForm sid, SessionFields fields, Set<String> secrets) {
    /** The user API. Its sids are no secrets: signed tokens grant access. */
    public static final SessionLayout USERS = new SessionLayout(
            UserKeys.SESSION,
            new IndexLayout.InSortedSet(UserKeys.USER_SESSIONS),
            TokenForm.named("sess-", 16),
            new SessionFields(
                    SessionTimes.ISO,
                    "user_id",
                    Map.of(
                            Field.CREATED, "created_at",
                            Field.LAST_SEEN, "last_activity",
                            Field.VERSION, "version",
                            Field.ID, "session_id",
                            Field.END, "expires_at",
                            Field.LASTING, "remember_me")),
            Set.of());

    /** The Patreon relay: sessions with the provider's tokens, copied to the record of their user. */
    public static final SessionLayout PATREON = new SessionLayout(
            PatreonKeys.SESSION,
            new IndexLayout.InRecord(
                    PatreonKeys.USER_TOKEN,
                    PatreonKeys.ENDED_BEFORE,
                    List.of("accessToken", "refreshToken", "expiresAt"),
                    List.of("email", "fullName"),
                    "sessionTokens",
                    "updatedAt",
                    Duration.ofDays(31)),
            TokenForm.LONG_HEX.accepting(TokenForm.UUID),
            new SessionFields(SessionTimes.MILLIS, "userId", Map.of(Field.ACCESS_UNTIL, "expiresAt")),
            Set.of("accessToken", "refreshToken"));

    /** Sessions by a secret sid of 24 bytes, listed in sets. */
    public static SessionLayout inSet(KeyPattern session, KeyPattern index, Set<String> secrets) {
        return new SessionLayout(
                session,
                new IndexLayout.InSet(index),
                TokenForm.base64url(24),
                SessionFields.of("uid", "created_at", "last_seen_at", "ver"),
                secrets);
    }

    public SessionLayout {
        secrets = Set.copyOf(secrets);
        boolean sorted = index instanceof IndexLayout.InSortedSet;
        if (session.type() != ValueType.STRING || session.parts().size() != (sorted ? 2 : 1)) {
            throw new IllegalArgumentException("A session is a string at a key whose only part is the sid, or, with a"
                    + " sorted set as index, whose parts are user and sid");
        }
        boolean together = session.partition().equals(index.key().partition())
                && index.key()
                        .partition()
                        .equals(Optional.of(session.parts().getFirst().name()));
        if (sorted && !together) {
            throw new IllegalArgumentException("Sessions whose keys begin with the user lie with the user's index");
        }
        if (secrets.stream().anyMatch(fields.names()::contains)) {
            throw new IllegalArgumentException("What every session has cannot be a secret of its own");
        }
        if (!sid.secret() && !secrets.isEmpty()) {
            throw new IllegalArgumentException("Nothing can be encrypted under a sid that is no secret");
        }
    }

    /** Whether this text has the form of a sid; only such a one is ever looked up. */
    boolean isSid(String text) {
        return isKeyPart(text) && sid.accepts(text);
    }

    /** Whether this text can stand for a session in its key. */
    boolean isKeyPart(String text) {
        return session.parts().getLast().accepts(text);
    }

    /** Whether this text can be a user's id. */
    boolean isUser(String text) {
        Part listed = index.key().parts().getFirst();
        Part first = session.parts().getFirst();
        return listed.accepts(text) && (session.parts().size() == 1 || first == listed || first.accepts(text));
    }

    /** @param user null when the user of the session is not known, which is a fault where keys begin with the user */
    Key key(@Nullable String user, String keyPart) {
        if (session.parts().size() == 1) {
            return session.key(keyPart);
        }
        if (user == null) {
            throw new IllegalArgumentException(
                    "A session whose key begins with the user is not found without the user");
        }
        return session.key(user, keyPart);
    }
}
