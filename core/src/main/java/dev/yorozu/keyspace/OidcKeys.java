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

    public static final KeyPattern SESSION = TABLE.key(Category.SESSION, "oidc:session:{sid}", SID)
            .lives(Lifetime.of(Duration.ofDays(30), "renewed on use"))
            .json("uid")
            .holdsSecret("a signed-in session, JSON");

    public static final KeyPattern USER_SESSIONS = TABLE.key(Category.SESSION, "oidc:user:{uid}:sessions", UID)
            .type(ValueType.SET)
            .lives(Lifetime.of(Duration.ofDays(30), "renewed on write"))
            .holdsSecret("the sids of one user");

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
