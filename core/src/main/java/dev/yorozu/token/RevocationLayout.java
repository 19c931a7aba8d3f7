package dev.yorozu.token;

import dev.yorozu.keyspace.KeyPattern;
import dev.yorozu.keyspace.TokenKeys;
import dev.yorozu.store.ValueType;
import java.util.Optional;

/**
 * Where one system keeps what decides over its access tokens.
 *
 * @param revoked the key that exists while a token is revoked, with the token's id as its only part
 * @param marker the value that it gets; any other counts as well
 * @param invalidBefore the key with the second before which all of a user's tokens are dead, with the user as its only
 *     part; empty in a system without it
 * @param issued the key of the set with the ids of a user's tokens, with the user as its only part; a token that is not in
 *     it does not count, so that an emptied store revives nothing. Empty in a system without it
 */
public record RevocationLayout(
        KeyPattern revoked, String marker, Optional<KeyPattern> invalidBefore, Optional<KeyPattern> issued) {
    /** The documented token store. */
    public static final RevocationLayout TOKENS = new RevocationLayout(
            TokenKeys.REVOKED, "1", Optional.of(TokenKeys.INVALID_BEFORE), Optional.of(TokenKeys.USER_ACCESS));

    /** A system whose tokens are revoked by their ids alone. */
    public static RevocationLayout byId(KeyPattern revoked, String marker) {
        return new RevocationLayout(revoked, marker, Optional.empty(), Optional.empty());
    }

    public RevocationLayout {
        require(revoked, ValueType.STRING);
        invalidBefore.ifPresent(pattern -> require(pattern, ValueType.STRING));
        issued.ifPresent(pattern -> require(pattern, ValueType.SET));
    }

    private static void require(KeyPattern pattern, ValueType type) {
        if (pattern.parts().size() != 1 || pattern.type() != type) {
            throw new IllegalArgumentException("The key " + pattern + " must have one part and hold a " + type);
        }
    }

    /** Whether this text can be the id of a token. */
    public boolean isId(String text) {
        return revoked.parts().getFirst().accepts(text);
    }

    /** Whether this text can be the id of a user. */
    public boolean isUser(String text) {
        return invalidBefore.stream()
                        .allMatch(pattern -> pattern.parts().getFirst().accepts(text))
                && issued.stream()
                        .allMatch(pattern -> pattern.parts().getFirst().accepts(text));
    }
}
