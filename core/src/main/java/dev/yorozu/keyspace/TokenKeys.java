package dev.yorozu.keyspace;

import dev.yorozu.store.ValueType;
import java.time.Duration;

/** The keys of the token store: refresh tokens, and what revokes access tokens. */
public final class TokenKeys {
    static final KeyTable TABLE = new KeyTable("tokens");
    private static final Part USER = Part.of("userId", Alphabet.WORD, 1, 64);
    private static final Lifetime MONTH = Lifetime.of(Duration.ofDays(31), "renewed on write");

    public static final KeyPattern REFRESH = TABLE.key(
                    Category.TOKEN,
                    "refresh:{token}",
                    Part.of("token", Alphabet.HEX, 32).asSecret())
            .lives(Lifetime.of(Duration.ofDays(30)))
            .json("Token", "UserId", "ExpiresAt")
            .holdsSecret("a refresh token, JSON");

    public static final KeyPattern USER_REFRESH = TABLE.key(Category.TOKEN, "refresh_user:{userId}", USER)
            .type(ValueType.SET)
            .lives(MONTH)
            .holdsSecret("the refresh tokens of one user");

    public static final KeyPattern REVOKED = TABLE.key(
                    Category.REVOCATION, "blacklist:{jti}", Part.of("jti", Alphabet.WORD, 1, 64))
            .lives(Lifetime.until("the token's end, plus skew"))
            .tells(KeyPattern.Tells.REVOKED_TOKEN)
            .holds("a revoked access token");

    public static final KeyPattern USER_ACCESS = TABLE.key(Category.TOKEN, "user_jtis:{userId}", USER)
            .type(ValueType.SET)
            .lives(MONTH)
            .tells(KeyPattern.Tells.LISTED_TOKENS)
            .holds("the access tokens of one user, by id");

    public static final KeyPattern INVALID_BEFORE = TABLE.key(Category.REVOCATION, "user_invalid_before:{userId}", USER)
            .lives(Lifetime.of(Duration.ofDays(31)))
            .number()
            .tells(KeyPattern.Tells.USER_BEFORE)
            .holds("the second before which all of a user's tokens are dead");

    /** Beyond the documented keys: what makes a change of a user's logins one step. */
    public static final KeyPattern LEDGER = TABLE.key(Category.TOKEN, "refresh_ledger:{userId}", USER)
            .lives(MONTH)
            .internal()
            .json("logins")
            .holdsSecret("the logins of one user, JSON");

    private TokenKeys() {}
}
