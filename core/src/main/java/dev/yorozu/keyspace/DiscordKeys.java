package dev.yorozu.keyspace;

import dev.yorozu.store.ValueType;
import java.time.Duration;

/** The keys of Discord sign-in: sessions, OAuth state, share links. */
public final class DiscordKeys {
    static final KeyTable TABLE = new KeyTable("discord");
    private static final Lifetime TEN_MINUTES = Lifetime.of(Duration.ofMinutes(10), "consumed once");
    /** 24 random bytes, or a SHA-256 where storage is hardened. */
    private static final Part SID = Part.of("sid", Alphabet.BASE64URL, 32, 64).asSecret();

    private static final Part UID = Part.of("uid", Alphabet.WORD, 1, 64);
    private static final Part STATE =
            Part.of("state", Alphabet.BASE64URL, 22, 64).asSecret();

    public static final KeyPattern SESSION = TABLE.key(Category.SESSION, "sess:{sid}", SID)
            .lives(Lifetime.of(Duration.ofDays(30), "renewed on use"))
            .json("uid")
            .holdsSecret("a signed-in session, JSON");

    public static final KeyPattern USER_SESSIONS = TABLE.key(Category.SESSION, "user:{uid}:sessions", UID)
            .type(ValueType.SET)
            .lives(Lifetime.of(Duration.ofDays(30), "renewed on write"))
            .holdsSecret("the sids of one user");

    public static final KeyPattern AUTHORIZATION = TABLE.key(Category.SIGN_IN, "discord:auth:{state}", STATE)
            .lives(TEN_MINUTES)
            .json("verifier")
            .holdsSecret("a started sign-in, JSON");

    public static final KeyPattern HANDOVER = TABLE.key(Category.SIGN_IN, "discord:pwa-session:{state}", STATE)
            .lives(TEN_MINUTES)
            .json("sid", "loginContext", "issuedAt", "claimTokenDigest")
            .holdsSecret("a session to be claimed by an installed app, JSON");

    public static final KeyPattern SHORT_LINK = TABLE.key(
                    Category.LINK,
                    "receive:token:{short}",
                    Part.of("short", Alphabet.BASE64URL, 10, 64).asSecret())
            .lives(Lifetime.until("the link ends (at most 14 d)"))
            .holdsSecret("the encrypted token behind a short link");

    public static final KeyPattern LINK = TABLE.key(
                    Category.LINK, "receive:link:{digest}", Part.of("digest", Alphabet.BASE64URL, 43))
            .lives(Lifetime.until("an hour after the link ends"))
            .internal()
            .json("revoked")
            .holdsSecret("who made a share link, what its maker is shown of it, whether it was deleted; JSON");

    public static final KeyPattern USER_LINKS = TABLE.key(Category.LINK, "receive:links:{uid}", UID)
            .type(ValueType.RANK)
            .lives(Lifetime.until("the last of the links ends"))
            .internal()
            .holds("the digests of the links that one user made, by when they were issued");

    public static final KeyPattern SESSION_LOCK = TABLE.key(Category.LOCK, "lock:sess:{sid}", SID)
            .lives(Lifetime.of(Duration.ofSeconds(5)))
            .holds("the owner of a session's renewal");

    public static final KeyPattern RATE = LimitKeys.perMinute(TABLE, "rl");

    private DiscordKeys() {}
}
