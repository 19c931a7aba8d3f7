package dev.yorozu.token;

import dev.yorozu.keyspace.KeyPattern;
import dev.yorozu.keyspace.TokenKeys;
import dev.yorozu.store.ValueType;

/**
 * Where the refresh tokens of one system lie and how their JSON names what every one has. Times are ISO 8601 in UTC.
 *
 * @param record the key of one refresh token, with the token as its only part
 * @param tokens the key of the set that holds a user's current refresh tokens
 * @param access the key of the set that holds the ids of a user's access tokens: none but these let anybody in
 * @param invalidBefore the key of the second before which all of a user's tokens are dead
 * @param ledger the key of the value that says which tokens belong together
 * @param revoked the key whose presence refuses an access token, with its id as the only part
 * @param marker what is written there
 * @param names the fields of the JSON at {@code record}
 */
public record RefreshLayout(
        KeyPattern record,
        TokenForm form,
        KeyPattern tokens,
        KeyPattern access,
        KeyPattern invalidBefore,
        KeyPattern ledger,
        KeyPattern revoked,
        String marker,
        Names names) {
    /**
     * @param token the field with the token itself, or its digest where storage is hardened
     * @param user the field with the user's id: a number where it is one
     * @param endsAt the field with the token's end
     * @param family the field with the id of the login
     * @param issuedAt the field with the time of issue
     * @param access the field with the id of the access token that was issued together with it
     * @param usedAt the field that a spent token has
     */
    public record Names(
            String token, String user, String endsAt, String family, String issuedAt, String access, String usedAt) {}

    /** As the token store documents it; the fields behind the first three are ours. */
    public static final RefreshLayout TOKENS = new RefreshLayout(
            TokenKeys.REFRESH,
            TokenForm.HEX,
            TokenKeys.USER_REFRESH,
            TokenKeys.USER_ACCESS,
            TokenKeys.INVALID_BEFORE,
            TokenKeys.LEDGER,
            TokenKeys.REVOKED,
            "1",
            new Names("Token", "UserId", "ExpiresAt", "FamilyId", "IssuedAt", "AccessId", "RotatedAt"));

    public RefreshLayout {
        require(record, ValueType.STRING);
        require(tokens, ValueType.SET);
        require(access, ValueType.SET);
        require(invalidBefore, ValueType.STRING);
        require(ledger, ValueType.STRING);
        require(revoked, ValueType.STRING);
    }

    private static void require(KeyPattern pattern, ValueType type) {
        if (pattern.parts().size() != 1 || pattern.type() != type) {
            throw new IllegalArgumentException(pattern + " must have one part and hold a " + type);
        }
    }

    /** Whether this text has the form of a token; only such a one is ever looked up. */
    boolean isToken(String text) {
        return record.parts().getFirst().accepts(text);
    }

    boolean isUser(String text) {
        return ledger.parts().getFirst().accepts(text);
    }

    boolean isAccess(String text) {
        return revoked.parts().getFirst().accepts(text);
    }
}
