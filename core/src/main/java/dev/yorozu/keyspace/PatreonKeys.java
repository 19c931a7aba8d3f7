package dev.yorozu.keyspace;

import java.time.Duration;
import java.util.List;

/** The keys of the Patreon relay: single-device sessions, memberships, refresh tokens, quotas. */
public final class PatreonKeys {
    private static final String OWNER = "patreon";
    /** 32 random bytes in hexadecimal; UUIDs issued earlier are read too. */
    private static final Part SESSION_TOKEN =
            Part.of("sessionToken", Alphabet.UUID, 36, 64).asSecret();

    private static final Part PATREON_USER = Part.of("patreonUserId", Alphabet.WORD, 1, 64);

    public static final KeyPattern SESSION = KeyPattern.of(OWNER, "{sessionToken}", SESSION_TOKEN)
            .category(Category.SESSION)
            .lives(Lifetime.of(Duration.ofDays(30)))
            .secretValue()
            .holds("a session with Patreon's tokens, JSON");

    public static final KeyPattern USER_TOKEN = KeyPattern.of(OWNER, "usertoken:{patreonUserId}", PATREON_USER)
            .category(Category.SESSION)
            .lives(Lifetime.of(Duration.ofDays(31)))
            .partition("patreonUserId")
            .secretValue()
            .holds("a user's one device and Patreon's tokens, JSON");

    /** Beyond the documented keys: sessions that no record lists are not found by who ends them, but find this. */
    public static final KeyPattern ENDED_BEFORE = KeyPattern.of(
                    OWNER, "session_ended_before:{patreonUserId}", PATREON_USER)
            .category(Category.REVOCATION)
            .lives(Lifetime.of(Duration.ofDays(31)))
            .partition("patreonUserId")
            .holds("when a user last signed in or ended all sessions, in milliseconds since 1970");

    /** Beyond the documented keys: a session that another ended is told from one that never was. Grants no access. */
    public static final KeyPattern ENDED_SESSION = KeyPattern.of(OWNER, "session_ended:{sessionToken}", SESSION_TOKEN)
            .category(Category.REVOCATION)
            .lives(Lifetime.of(Duration.ofDays(30)))
            .partition("sessionToken")
            .internal()
            .holds("why a session ended: `superseded`, `declined_patron` or `former_patron`");

    public static final KeyPattern MEMBERSHIP = KeyPattern.of(OWNER, "membership:{patreonUserId}", PATREON_USER)
            .category(Category.CACHE)
            .lives(Lifetime.of(Duration.ofHours(1)))
            .partition("patreonUserId")
            .secretValue()
            .holds("a cached membership, JSON");

    public static final KeyPattern REFRESH = KeyPattern.of(
                    OWNER, "refresh:{uuid}", Part.of("uuid", Alphabet.UUID, 36).asSecret())
            .category(Category.TOKEN)
            .lives(Lifetime.of(Duration.ofDays(30)))
            .partition("uuid")
            .secretValue()
            .holds("a one-time refresh token, JSON");

    public static final KeyPattern ENDED_FAMILY = KeyPattern.of(
                    OWNER, "refresh_ended:{familyId}", Part.of("familyId", Alphabet.HEX, 32))
            .category(Category.REVOCATION)
            .lives(Lifetime.of(Duration.ofDays(30)))
            .partition("familyId")
            .internal()
            .holds("that a family of refresh tokens was ended, because a spent one came back");

    public static final KeyPattern CRASH_RATE = KeyPattern.of(
                    OWNER,
                    "crashreport:ratelimit:{ip}",
                    Part.of("ip", Alphabet.WORD, 1, 64).ofAnyText())
            .category(Category.RATE_LIMIT)
            .lives(Lifetime.of(Duration.ofSeconds(60)))
            .partition("ip")
            .holds("crash reports of one address, JSON");

    public static final KeyPattern RATE = KeyPattern.of(
                    OWNER,
                    "ratelimit/{identifier}/{windowStart}",
                    Part.of("identifier", Alphabet.WORD, 1, 96).ofAnyText(),
                    Part.of("windowStart", Alphabet.DIGITS, 1, 19))
            .category(Category.RATE_LIMIT)
            .lives(Lifetime.of(Duration.ofSeconds(120)))
            .partition("identifier")
            .holds("requests of one client in one window");

    public static final KeyPattern QUOTA = KeyPattern.of(
                    OWNER,
                    "cache/quota:{userId}:{yearMonth}",
                    Part.of("userId", Alphabet.WORD, 1, 64),
                    Part.of("yearMonth", Alphabet.of("0-9-"), 6, 7))
            .category(Category.CACHE)
            .lives(Lifetime.of(Duration.ofSeconds(300)))
            .partition("userId")
            .holds("a cached quota, JSON");

    public static final KeyPattern AUTHENTICATION = KeyPattern.of(OWNER, "cache/auth:{sessionToken}", SESSION_TOKEN)
            .category(Category.CACHE)
            .lives(Lifetime.of(Duration.ofSeconds(60)))
            .partition("sessionToken")
            .secretValue()
            .holds("a cached authentication, JSON");

    public static final KeyPattern RENEWAL = KeyPattern.of(OWNER, "patreon_renewal:{sessionToken}", SESSION_TOKEN)
            .category(Category.LOCK)
            .lives(Lifetime.of(Duration.ofSeconds(5)))
            .partition("sessionToken")
            .holds("who renews Patreon's tokens of a session");

    static final List<KeyPattern> ALL = List.of(
            SESSION,
            USER_TOKEN,
            ENDED_BEFORE,
            ENDED_SESSION,
            MEMBERSHIP,
            REFRESH,
            ENDED_FAMILY,
            CRASH_RATE,
            RATE,
            QUOTA,
            AUTHENTICATION,
            RENEWAL);

    private PatreonKeys() {}
}
