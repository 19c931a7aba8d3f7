package dev.yorozu.keyspace;

import dev.yorozu.store.ValueType;
import java.time.Duration;

/** The keys of sign-in with OpenID Connect. */
public final class OidcKeys {
    static final KeyTable TABLE = new KeyTable("oidc");
    /** 24 random bytes, or a SHA-256 where storage is hardened. */
    private static final Part SID = Part.of("sid", Alphabet.BASE64URL, 32, 64).asSecret();
    /** A digest of issuer and subject, because both are free texts. */
    private static final Part UID = Part.of("uid", Alphabet.BASE64URL, 43);
    /** The same of issuer and session at the provider. */
    private static final Part PROVIDER = Part.of("psid", Alphabet.BASE64URL, 43);

    public static final KeyPattern SESSION = TABLE.key(Category.SESSION, "oidc:session:{sid}", SID)
            .lives(Lifetime.of(Duration.ofDays(30), "renewed on use"))
            .json("uid")
            .holdsSecret("a signed-in session, JSON");

    public static final KeyPattern USER_SESSIONS = TABLE.key(Category.SESSION, "oidc:user:{uid}:sessions", UID)
            .type(ValueType.SET)
            .lives(Lifetime.of(Duration.ofDays(30), "renewed on write"))
            .holdsSecret("the sids of one user");

    public static final KeyPattern PROVIDER_USERS = TABLE.key(Category.SESSION, "oidc:provider:{psid}:users", PROVIDER)
            .type(ValueType.SET)
            .lives(Lifetime.of(Duration.ofDays(180), "as long as a session can live"))
            .holds("whose sessions came from one session at the provider");

    public static final KeyPattern PROVIDER_LOGOUT = TABLE.key(
                    Category.REVOCATION, "oidc:provider:{psid}:ended", PROVIDER)
            .lives(Lifetime.of(Duration.ofMinutes(20)))
            .number()
            .holds("the second of a logout at the provider, for sign-ins that are under way");

    public static final KeyPattern USER_LOGOUT = TABLE.key(Category.REVOCATION, "oidc:user:{uid}:ended", UID)
            .lives(Lifetime.of(Duration.ofMinutes(20)))
            .number()
            .holds("the same of all sessions of one user");

    public static final KeyPattern LOGOUT = TABLE.key(
                    Category.REVOCATION, "oidc:logout:{jti}", Part.of("jti", Alphabet.BASE64URL, 43))
            .lives(Lifetime.until("the end of the logout token"))
            .holds("a logout token that was presented: `begun` or `done`");

    public static final KeyPattern AUTHORIZATION = TABLE.key(
                    Category.SIGN_IN,
                    "oidc:auth:{state}",
                    Part.of("state", Alphabet.BASE64URL, 22, 64).asSecret())
            .lives(Lifetime.of(Duration.ofMinutes(10), "consumed once"))
            .json("verifier")
            .holdsSecret("a started sign-in, JSON");

    public static final KeyPattern RATE = LimitKeys.perMinute(TABLE, "oidc:rl");

    private OidcKeys() {}
}
