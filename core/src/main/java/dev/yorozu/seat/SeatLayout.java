package dev.yorozu.seat;

import dev.yorozu.keyspace.KeyPattern;
import dev.yorozu.keyspace.PatreonKeys;
import dev.yorozu.secret.Storage;
import dev.yorozu.store.ValueType;
import dev.yorozu.token.TokenForm;

/**
 * Where the seats of one system lie and how their JSON names what every one has. Times are in milliseconds since 1970.
 *
 * <p>A session's token is 64 characters of lower-case hexadecimal, or a UUID, as an earlier program issued them. Nothing else
 * is ever looked up.
 *
 * @param session the key of a session, with its token as the only part
 * @param user the key of the record that says which session has the user's seat, with the user as the only part
 * @param endedBefore the key of the moment at which the user's sessions of before ended, in the partition of {@code user}
 */
public record SeatLayout(KeyPattern session, KeyPattern user, KeyPattern endedBefore, Names names) {
    /**
     * @param accessToken the field with the provider's access token, in both records
     * @param refreshToken the field with the provider's refresh token, in both records
     * @param tokensEnd the field with the end of the provider's access token, in both records
     * @param user the field with the user's id, in the session
     * @param profile the field with the id of the user's profile, in the session; only where there is one
     * @param email the field with the user's address, in the user's record
     * @param fullName the field with the user's name, in the user's record
     * @param sessions the field with the list of one session, in the user's record
     * @param updatedAt the field with the time of the last change, in the user's record
     */
    public record Names(
            String accessToken,
            String refreshToken,
            String tokensEnd,
            String user,
            String profile,
            String email,
            String fullName,
            String sessions,
            String updatedAt) {}

    /** As the Patreon relay documents it. */
    public static final SeatLayout PATREON = new SeatLayout(
            PatreonKeys.SESSION,
            PatreonKeys.USER_TOKEN,
            PatreonKeys.ENDED_BEFORE,
            new Names(
                    "accessToken",
                    "refreshToken",
                    "expiresAt",
                    "userId",
                    "supabaseUuid",
                    "email",
                    "fullName",
                    "sessionTokens",
                    "updatedAt"));

    private static final TokenForm ISSUED = TokenForm.LONG_HEX;
    private static final TokenForm EARLIER = TokenForm.UUID;

    public SeatLayout {
        require(session);
        require(user);
        require(endedBefore);
    }

    private static void require(KeyPattern pattern) {
        if (pattern.parts().size() != 1 || pattern.type() != ValueType.STRING) {
            throw new IllegalArgumentException(pattern + " must have one part and hold a string");
        }
    }

    /** The form of the tokens that are issued. */
    TokenForm form() {
        return ISSUED;
    }

    /** Whether this text can be the token of a session. What stands for one in a key has such a form too. */
    boolean isToken(String text) {
        return ISSUED.accepts(text) || EARLIER.accepts(text);
    }

    boolean isUser(String text) {
        return user.parts().getFirst().accepts(text);
    }

    /** What stands for a token in keys: itself, or a digest that looks like one. */
    String keyPart(String token, Storage storage) {
        return storage == Storage.DOCUMENTED ? token : ISSUED.digest(token);
    }
}
