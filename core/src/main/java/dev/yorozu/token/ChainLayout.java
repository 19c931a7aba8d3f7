package dev.yorozu.token;

import dev.yorozu.keyspace.KeyPattern;
import dev.yorozu.keyspace.PatreonKeys;
import dev.yorozu.store.ValueType;

/**
 * Where the chained tokens of one system lie and how their JSON names what every one has. Times are in milliseconds since
 * 1970.
 *
 * @param record the key of one token, with the token as its only part
 * @param ended the key that exists while a family is ended, with the family as its only part
 * @param names the fields of the JSON at {@code record}
 */
public record ChainLayout(KeyPattern record, TokenForm form, KeyPattern ended, Names names) {
    /**
     * @param user the field with the user's id
     * @param session the field with the session on which the token hangs, sealed under the token where storage is hardened
     * @param createdAt the field with the time of issue
     * @param endsAt the field with the token's end
     * @param used the field that says whether the token was spent
     * @param family the field with the id that a token shares with all that came for it
     * @param usedAt the field with the time at which it was spent
     * @param successor the field with the pair that came for it, sealed under the token where storage is hardened
     */
    public record Names(
            String user,
            String session,
            String createdAt,
            String endsAt,
            String used,
            String family,
            String usedAt,
            String successor) {}

    /** As the Patreon relay documents it; the fields behind the first five are ours. */
    public static final ChainLayout PATREON = new ChainLayout(
            PatreonKeys.REFRESH,
            TokenForm.UUID,
            PatreonKeys.ENDED_FAMILY,
            new Names("userId", "sessionToken", "createdAt", "expiresAt", "isUsed", "familyId", "usedAt", "successor"));

    public ChainLayout {
        require(record);
        require(ended);
    }

    private static void require(KeyPattern pattern) {
        if (pattern.parts().size() != 1 || pattern.type() != ValueType.STRING) {
            throw new IllegalArgumentException(pattern + " must have one part and hold a string");
        }
    }

    /** Whether this text has the form of a token; only such a one is ever looked up. */
    boolean isToken(String text) {
        return form.accepts(text);
    }

    boolean isFamily(String text) {
        return ended.parts().getFirst().accepts(text);
    }
}
