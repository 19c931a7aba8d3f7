package dev.yorozu.keyspace;

import dev.yorozu.store.ValueType;
import java.time.Duration;
import java.util.List;

/** The keys of Discord sign-in: sessions, OAuth state, share links. */
public final class DiscordKeys {
    private static final String OWNER = "discord";
    private static final Lifetime TEN_MINUTES = Lifetime.of(Duration.ofMinutes(10), "consumed once");
    /** 24 random bytes, or a SHA-256 where storage is hardened. */
    private static final Part SID = Part.of("sid", Alphabet.BASE64URL, 32, 64).asSecret();

    private static final Part UID = Part.of("uid", Alphabet.WORD, 1, 64);
    private static final Part STATE =
            Part.of("state", Alphabet.BASE64URL, 22, 64).asSecret();

    public static final KeyPattern SESSION = KeyPattern.of(OWNER, "sess:{sid}", SID)
            .category(Category.SESSION)
            .lives(Lifetime.of(Duration.ofDays(30), "renewed on use"))
            .partition("sid")
            .secretValue()
            .holds("a signed-in session, JSON");

    public static final KeyPattern USER_SESSIONS = KeyPattern.of(OWNER, "user:{uid}:sessions", UID)
            .category(Category.SESSION)
            .type(ValueType.SET)
            .lives(Lifetime.of(Duration.ofDays(30), "renewed on write"))
            .partition("uid")
            .secretValue()
            .holds("the sids of one user");

    public static final KeyPattern AUTHORIZATION = KeyPattern.of(OWNER, "discord:auth:{state}", STATE)
            .category(Category.SIGN_IN)
            .lives(TEN_MINUTES)
            .partition("state")
            .secretValue()
            .holds("a started sign-in, JSON");

    public static final KeyPattern HANDOVER = KeyPattern.of(OWNER, "discord:pwa-session:{state}", STATE)
            .category(Category.SIGN_IN)
            .lives(TEN_MINUTES)
            .partition("state")
            .secretValue()
            .holds("a session to be claimed by an installed app, JSON");

    public static final KeyPattern SHORT_LINK = KeyPattern.of(
                    OWNER,
                    "receive:token:{short}",
                    Part.of("short", Alphabet.BASE64URL, 10, 64).asSecret())
            .category(Category.LINK)
            .lives(Lifetime.until("the link ends (at most 14 d)"))
            .partition("short")
            .secretValue()
            .holds("the encrypted token behind a short link");

    public static final KeyPattern LINK = KeyPattern.of(
                    OWNER, "receive:link:{digest}", Part.of("digest", Alphabet.BASE64URL, 43))
            .category(Category.LINK)
            .lives(Lifetime.until("an hour after the link ends"))
            .partition("digest")
            .secretValue()
            .internal()
            .holds("who made a share link, what its maker is shown of it, whether it was deleted; JSON");

    public static final KeyPattern USER_LINKS = KeyPattern.of(OWNER, "receive:links:{uid}", UID)
            .category(Category.LINK)
            .type(ValueType.RANK)
            .lives(Lifetime.until("the last of the links ends"))
            .partition("uid")
            .internal()
            .holds("the digests of the links that one user made, by when they were issued");

    public static final KeyPattern SESSION_LOCK = KeyPattern.of(OWNER, "lock:sess:{sid}", SID)
            .category(Category.LOCK)
            .lives(Lifetime.of(Duration.ofSeconds(5)))
            .partition("sid")
            .holds("the owner of a session's renewal");

    public static final KeyPattern RATE = KeyPattern.of(
                    OWNER,
                    "rl:{name}:{window}:{id}",
                    Part.of("name", Alphabet.WORD, 1, 64).ofAnyText(),
                    Part.of("window", Alphabet.DIGITS, 1, 19),
                    Part.of("id", Alphabet.HEX, 16).ofAnyText())
            .category(Category.RATE_LIMIT)
            .lives(Lifetime.of(Duration.ofSeconds(70)))
            .partition("id")
            .holds("requests of one client in one minute");

    static final List<KeyPattern> ALL =
            List.of(SESSION, USER_SESSIONS, AUTHORIZATION, HANDOVER, SHORT_LINK, LINK, USER_LINKS, SESSION_LOCK, RATE);

    private DiscordKeys() {}
}
