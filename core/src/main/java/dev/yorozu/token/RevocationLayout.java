package dev.yorozu.token;

import dev.yorozu.keyspace.KeyPattern;
import dev.yorozu.store.Key;
import dev.yorozu.store.ValueType;
import java.util.Optional;

/**
 * Where one system keeps what decides over its access tokens.
 *
 * @param revoked the key that exists while a token is revoked, with the token's id as its only part, or what comes before
 *     the dot in it: the tokens of one login share that, and are revoked together
 * @param marker the value that it gets; any other counts as well
 * @param invalidBefore the key with the second before which all of a user's tokens are dead, with the user as its only
 *     part; empty in a system without it
 * @param issued the key of the set with the ids of a user's tokens, with the user as its only part; a token that is not in
 *     it does not count, so that an emptied store revives nothing. Empty in a system without it
 */
public record RevocationLayout(
        KeyPattern revoked, String marker, Optional<KeyPattern> invalidBefore, Optional<KeyPattern> issued) {
    /** A system whose tokens are revoked by their ids alone. */
    static RevocationLayout byId(KeyPattern revoked, String marker) {
        return new RevocationLayout(revoked, marker, Optional.empty(), Optional.empty());
    }

    public RevocationLayout {
        requireOnePart(revoked, ValueType.STRING);
        invalidBefore.ifPresent(pattern -> requireOnePart(pattern, ValueType.STRING));
        issued.ifPresent(pattern -> requireOnePart(pattern, ValueType.SET));
    }

    /** What the layouts of tokens ask of their keys. */
    public static void requireOnePart(KeyPattern pattern, ValueType type) {
        if (pattern.parts().size() != 1 || pattern.type() != type) {
            throw new IllegalArgumentException("The key " + pattern + " must have one part and hold a " + type);
        }
    }

    /** The key that revokes a token; empty for what can be no id of one. */
    Optional<Key> revoked(String id) {
        int dot = id.indexOf('.');
        return revoked.find(id).or(() -> dot < 0 ? Optional.empty() : revoked.find(id.substring(0, dot)));
    }

    /** Whether this text can be the id of a token. */
    public boolean isId(String text) {
        int dot = text.indexOf('.');
        return accepts(revoked, text) || dot >= 0 && accepts(revoked, text.substring(0, dot));
    }

    /** Whether this text can be the id of a user. */
    public boolean isUser(String text) {
        return (invalidBefore.isEmpty() || accepts(invalidBefore.get(), text))
                && (issued.isEmpty() || accepts(issued.get(), text));
    }

    private static boolean accepts(KeyPattern pattern, String text) {
        return pattern.parts().getFirst().accepts(text);
    }
}
