package dev.yorozu.keyspace;

import dev.yorozu.store.ValueType;
import java.time.Duration;
import java.util.List;

/** The keys of the token store: refresh tokens, and what revokes access tokens. */
public final class TokenKeys {
    private static final String OWNER = "tokens";
    private static final Part USER = Part.of("userId", Alphabet.WORD, 1, 64);
    private static final Lifetime MONTH = Lifetime.of(Duration.ofDays(31), "renewed on write");

    public static final KeyPattern REFRESH = KeyPattern.of(
                    OWNER, "refresh:{token}", Part.of("token", Alphabet.HEX, 32).asSecret())
            .category(Category.TOKEN)
            .lives(Lifetime.of(Duration.ofDays(30)))
            .partition("token")
            .secretValue()
            .holds("a refresh token, JSON");

    public static final KeyPattern USER_REFRESH = KeyPattern.of(OWNER, "refresh_user:{userId}", USER)
            .category(Category.TOKEN)
            .type(ValueType.SET)
            .lives(MONTH)
            .partition("userId")
            .secretValue()
            .holds("the refresh tokens of one user");

    public static final KeyPattern REVOKED = KeyPattern.of(
                    OWNER, "blacklist:{jti}", Part.of("jti", Alphabet.WORD, 1, 64))
            .category(Category.REVOCATION)
            .lives(Lifetime.until("the token's end, plus skew"))
            .partition("jti")
            .holds("a revoked access token");

    public static final KeyPattern USER_ACCESS = KeyPattern.of(OWNER, "user_jtis:{userId}", USER)
            .category(Category.TOKEN)
            .type(ValueType.SET)
            .lives(MONTH)
            .partition("userId")
            .holds("the access tokens of one user, by id");

    public static final KeyPattern INVALID_BEFORE = KeyPattern.of(OWNER, "user_invalid_before:{userId}", USER)
            .category(Category.REVOCATION)
            .lives(Lifetime.of(Duration.ofDays(31)))
            .partition("userId")
            .holds("the second before which all of a user's tokens are dead");

    /** Beyond the documented keys: what makes a change of a user's logins one step. */
    public static final KeyPattern LEDGER = KeyPattern.of(OWNER, "refresh_ledger:{userId}", USER)
            .category(Category.TOKEN)
            .lives(MONTH)
            .partition("userId")
            .secretValue()
            .internal()
            .holds("the logins of one user, JSON");

    static final List<KeyPattern> ALL = List.of(REFRESH, USER_REFRESH, REVOKED, USER_ACCESS, INVALID_BEFORE, LEDGER);

    private TokenKeys() {}
}
