package dev.yorozu.token.ledger;

import dev.yorozu.keyspace.KeyPattern;
import dev.yorozu.keyspace.TokenKeys;
import dev.yorozu.secret.TokenForm;
import dev.yorozu.store.ValueType;
import dev.yorozu.token.RevocationLayout;
import java.util.Optional;
import java.util.Set;

/**
 * Where the refresh tokens of one system lie and how their JSON names what every one has. Times are ISO 8601 in UTC.
 *
 * @param record the key of one refresh token, with the token as its only part
 * @param tokens the key of the set that holds a user's current refresh tokens
 * @param ledger the key of the value that says which tokens belong together
 * @param revocation what decides over access tokens: by their ids, by the time of issue, and by the set of those issued
 * @param names the fields of the JSON at {@code record}
 */
public record LedgerLayout(
        KeyPattern record,
        TokenForm form,
        KeyPattern tokens,
        KeyPattern ledger,
        RevocationLayout revocation,
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
            String token, String user, String endsAt, String family, String issuedAt, String access, String usedAt) {
        Set<String> all() {
            return Set.of(token, user, endsAt, family, issuedAt, access, usedAt);
        }
    }

    /** As the token store documents it; the fields behind the first three are ours. */
    public static final LedgerLayout TOKENS = new LedgerLayout(
            TokenKeys.REFRESH,
            TokenForm.HEX,
            TokenKeys.USER_REFRESH,
            TokenKeys.LEDGER,
            new RevocationLayout(
                    TokenKeys.REVOKED, "1", Optional.of(TokenKeys.INVALID_BEFORE), Optional.of(TokenKeys.USER_ACCESS)),
            new Names("Token", "UserId", "ExpiresAt", "FamilyId", "IssuedAt", "AccessId", "RotatedAt"));

    public LedgerLayout {
        RevocationLayout.requireOnePart(record, ValueType.STRING);
        RevocationLayout.requireOnePart(tokens, ValueType.SET);
        RevocationLayout.requireOnePart(ledger, ValueType.STRING);
        if (revocation.invalidBefore().isEmpty() || revocation.issued().isEmpty()) {
            throw new IllegalArgumentException("A ledger needs all keys that decide over access tokens");
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
        return revocation.revoked().parts().getFirst().accepts(text);
    }
}
