package dev.yorozu.keyspace;

import dev.yorozu.store.ValueType;
import java.time.Duration;
import java.util.List;

/** The keys of sign-in with OpenID Connect. */
public final class OidcKeys {
    private static final String OWNER = "oidc";
    /** 24 random bytes, or a SHA-256 where storage is hardened. */
    private static final Part SID = Part.of("sid", Alphabet.BASE64URL, 32, 64).asSecret();
    /** A digest of issuer and subject, because both are free texts. */
    private static final Part UID = Part.of("uid", Alphabet.BASE64URL, 43);

    public static final KeyPattern SESSION = KeyPattern.of(OWNER, "oidc:session:{sid}", SID)
            .category(Category.SESSION)
            .lives(Lifetime.of(Duration.ofDays(30), "renewed on use"))
            .partition("sid")
            .secretValue()
            .holds("a signed-in session, JSON");

    public static final KeyPattern USER_SESSIONS = KeyPattern.of(OWNER, "oidc:user:{uid}:sessions", UID)
            .category(Category.SESSION)
            .type(ValueType.SET)
            .lives(Lifetime.of(Duration.ofDays(30), "renewed on write"))
            .partition("uid")
            .secretValue()
            .holds("the sids of one user");

    public static final KeyPattern AUTHORIZATION = KeyPattern.of(
                    OWNER,
                    "oidc:auth:{state}",
                    Part.of("state", Alphabet.BASE64URL, 22, 64).asSecret())
            .category(Category.SIGN_IN)
            .lives(Lifetime.of(Duration.ofMinutes(10), "consumed once"))
            .partition("state")
            .secretValue()
            .holds("a started sign-in, JSON");

    public static final KeyPattern RATE = KeyPattern.of(
                    OWNER,
                    "oidc:rl:{name}:{window}:{id}",
                    Part.of("name", Alphabet.WORD, 1, 64).ofAnyText(),
                    Part.of("window", Alphabet.DIGITS, 1, 19),
                    Part.of("id", Alphabet.HEX, 16).ofAnyText())
            .category(Category.RATE_LIMIT)
            .lives(Lifetime.of(Duration.ofSeconds(70)))
            .partition("id")
            .holds("requests of one client in one minute");

    static final List<KeyPattern> ALL = List.of(SESSION, USER_SESSIONS, AUTHORIZATION, RATE);

    private OidcKeys() {}
}
