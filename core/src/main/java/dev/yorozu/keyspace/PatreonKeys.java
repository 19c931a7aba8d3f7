package dev.yorozu.keyspace;

import java.time.Duration;

/** The keys of the Patreon relay: single-device sessions, memberships, refresh tokens, quotas. */
public final class PatreonKeys {
    static final KeyTable TABLE = new KeyTable("patreon");
    /** 32 random bytes in hexadecimal; UUIDs issued earlier are read too. */
    private static final Part SESSION_TOKEN =
            Part.of("sessionToken", Alphabet.UUID, 36, 64).asSecret();

    private static final Part PATREON_USER = Part.of("patreonUserId", Alphabet.WORD, 1, 64);

    public static final KeyPattern SESSION = TABLE.key(Category.SESSION, "{sessionToken}", SESSION_TOKEN)
            .lives(Lifetime.of(Duration.ofDays(30)))
            .json("userId", "expiresAt")
            .tells(KeyPattern.Tells.SESSION)
            .holdsSecret("a session with Patreon's tokens, JSON");

    public static final KeyPattern USER_TOKEN = TABLE.key(Category.SESSION, "usertoken:{patreonUserId}", PATREON_USER)
            .lives(Lifetime.of(Duration.ofDays(31)))
            .json("sessionTokens")
            .holdsSecret("a user's one device and Patreon's tokens, JSON");

    /** Beyond the documented keys: sessions that no record lists are not found by who ends them, but find this. */
    public static final KeyPattern ENDED_BEFORE = TABLE.key(
                    Category.REVOCATION, "session_ended_before:{patreonUserId}", PATREON_USER)
            .lives(Lifetime.of(Duration.ofDays(31)))
            .number()
            .holds("when a user last signed in or ended all sessions, in milliseconds since 1970");

    /** Beyond the documented keys: a session that another ended is told from one that never was. Grants no access. */
    public static final KeyPattern ENDED_SESSION = TABLE.key(
                    Category.REVOCATION, "session_ended:{sessionToken}", SESSION_TOKEN)
            .lives(Lifetime.of(Duration.ofDays(30)))
            .internal()
            .holds("why a session ended: `superseded`, `declined_patron` or `former_patron`");

    public static final KeyPattern MEMBERSHIP = TABLE.key(Category.CACHE, "membership:{patreonUserId}", PATREON_USER)
            .lives(Lifetime.of(Duration.ofHours(1)))
            .json("membership")
            .holdsSecret("a cached membership, JSON");

    public static final KeyPattern REFRESH = TABLE.key(
                    Category.TOKEN,
                    "refresh:{uuid}",
                    Part.of("uuid", Alphabet.UUID, 36).asSecret())
            .lives(Lifetime.of(Duration.ofDays(30)))
            .json("userId", "sessionToken", "expiresAt", "isUsed")
            .holdsSecret("a one-time refresh token, JSON");

    public static final KeyPattern ENDED_FAMILY = TABLE.key(
                    Category.REVOCATION, "refresh_ended:{familyId}", Part.of("familyId", Alphabet.HEX, 32))
            .lives(Lifetime.of(Duration.ofDays(30)))
            .internal()
            .tells(KeyPattern.Tells.REVOKED_TOKEN)
            .holds("that a family of refresh tokens was ended, because a spent one came back");

    public static final KeyPattern CRASH_RATE = TABLE.key(
                    Category.RATE_LIMIT,
                    "crashreport:ratelimit:{ip}",
                    Part.of("ip", Alphabet.WORD, 1, 64).ofAnyText())
            .lives(Lifetime.of(Duration.ofSeconds(60)))
            .json()
            .holds("crash reports of one address, JSON");

    public static final KeyPattern RATE = TABLE.key(
                    Category.RATE_LIMIT,
                    "ratelimit/{identifier}/{windowStart}",
                    Part.of("identifier", Alphabet.WORD, 1, 96).ofAnyText(),
                    Part.of("windowStart", Alphabet.DIGITS, 1, 19))
            .lives(Lifetime.of(Duration.ofSeconds(120)))
            .number()
            .holds("requests of one client in one window");

    public static final KeyPattern QUOTA = TABLE.key(
                    Category.CACHE,
                    "cache/quota:{userId}:{yearMonth}",
                    Part.of("userId", Alphabet.WORD, 1, 64),
                    Part.of("yearMonth", Alphabet.of("0-9-"), 6, 7))
            .lives(Lifetime.of(Duration.ofSeconds(300)))
            .json("tokensUsed", "bonusTokens")
            .holds("a cached quota, JSON");

    public static final KeyPattern AUTHENTICATION = TABLE.key(
                    Category.CACHE, "cache/auth:{sessionToken}", SESSION_TOKEN)
            .lives(Lifetime.of(Duration.ofSeconds(60)))
            .json()
            .holdsSecret("a cached authentication, JSON");

    public static final KeyPattern RENEWAL = TABLE.key(Category.LOCK, "patreon_renewal:{sessionToken}", SESSION_TOKEN)
            .lives(Lifetime.of(Duration.ofSeconds(5)))
            .holds("who renews Patreon's tokens of a session");

    private PatreonKeys() {}
}
