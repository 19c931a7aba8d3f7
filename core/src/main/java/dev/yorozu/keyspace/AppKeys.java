package dev.yorozu.keyspace;

import dev.yorozu.store.ValueType;
import java.time.Duration;
import java.util.List;

/**
 * The keys of programs that use the library by {@code dev.yorozu.Yorozu}. Each app, cache or kind of counter has a name,
 * which is the first part of all its keys and no partition: what changes in one batch shares the part behind it.
 */
public final class AppKeys {
    private static final String OWNER = "app";

    private static final Part APP = Part.of("app", Alphabet.WORD, 1, 64).ofAnyText();
    private static final Part USER = Part.of("user", Alphabet.WORD, 1, 64).ofAnyText();
    private static final Part NAME = Part.of("name", Alphabet.WORD, 1, 64).ofAnyText();
    private static final Part ID = Part.of("id", Alphabet.WORD, 1, 64).ofAnyText();
    /** A program may cache by session ids, so no listing shows the id of a copy. */
    private static final Part CACHED = ID.asSecret();
    /** SHA-256 in base64 for URLs. */
    private static final Part DIGEST = Part.of("digest", Alphabet.BASE64URL, 43);

    /** A day and a visitor, which are never allowed as they are, so that only their digest is kept. */
    private static final Part VISITOR =
            Part.of("visitor", Alphabet.BASE64URL, 43).ofAnyText();

    /** Lives are the program's to choose, so that none is declared as the longest. */
    private static final Lifetime MONTH = Lifetime.until("30 d after the last use, unless the program says");

    private static final Lifetime TOKENS = Lifetime.until("a day after the last token");

    public static final KeyPattern SESSION = of(
                    "session:{sid}", Part.of("sid", Alphabet.BASE64URL, 32, 64).asSecret())
            .category(Category.SESSION)
            .lives(MONTH)
            .secretValue()
            .holds("a signed-in session, JSON");

    public static final KeyPattern USER_SESSIONS = of("user_sessions:{user}", USER)
            .category(Category.SESSION)
            .type(ValueType.SET)
            .lives(MONTH)
            .secretValue()
            .holds("the sids of one user");

    public static final KeyPattern REFRESH = of(
                    "refresh:{token}", Part.of("token", Alphabet.HEX, 64).asSecret())
            .category(Category.TOKEN)
            .lives(Lifetime.until("30 d have passed, unless the program says"))
            .secretValue()
            .holds("a refresh token, JSON");

    public static final KeyPattern USER_REFRESH = of("user_refresh:{user}", USER)
            .category(Category.TOKEN)
            .type(ValueType.SET)
            .lives(TOKENS)
            .secretValue()
            .holds("the refresh tokens of one user");

    public static final KeyPattern USER_ACCESS = of("user_access:{user}", USER)
            .category(Category.TOKEN)
            .type(ValueType.SET)
            .lives(TOKENS)
            .holds("the access tokens of one user, by id");

    public static final KeyPattern LEDGER = of("ledger:{user}", USER)
            .category(Category.TOKEN)
            .lives(TOKENS)
            .secretValue()
            .holds("the logins of one user, JSON");

    public static final KeyPattern INVALID_BEFORE = of("invalid_before:{user}", USER)
            .category(Category.REVOCATION)
            .lives(Lifetime.until("a day after the last token"))
            .holds("the second before which all of a user's tokens are dead");

    public static final KeyPattern REVOKED = of("revoked:{jti}", Part.of("jti", Alphabet.WORD, 1, 64))
            .category(Category.REVOCATION)
            .lives(Lifetime.until("the token's end, plus skew"))
            .holds("a revoked access token");

    public static final KeyPattern LIMIT = KeyPattern.of(OWNER, "app:{app}:limit:{name}:{id}", APP, NAME, ID)
            .partition("id")
            .internal()
            .category(Category.RATE_LIMIT)
            .lives(Lifetime.until("the whole limit is free again"))
            .holds("when one client's next request is due");

    public static final KeyPattern LOCK = of("lock:{name}", NAME)
            .category(Category.LOCK)
            .lives(Lifetime.until("it is released, or its life has passed"))
            .holds("the owner of a lock");

    public static final KeyPattern FENCE =
            of("fence:{name}", NAME).category(Category.LOCK).holds("how many owners a lock has had");

    public static final KeyPattern CACHE = of("cache:{id}", CACHED)
            .category(Category.CACHE)
            .lives(Lifetime.until("its life as a copy has passed"))
            .secretValue()
            .holds("a copy of what a loader gave");

    public static final KeyPattern CACHE_LEASE = of("cache_lease:{id}", CACHED)
            .category(Category.LOCK)
            .lives(Lifetime.of(Duration.ofSeconds(10)))
            .holds("who loads what is cached under this id");

    public static final KeyPattern CACHE_WRITERS = of("cache_writers:{id}", CACHED)
            .category(Category.LOCK)
            .type(ValueType.SET)
            .lives(Lifetime.of(Duration.ofSeconds(30), "renewed by each writer"))
            .holds("who changes what is cached under this id");

    public static final KeyPattern SHORT_LINK = of(
                    "short:{short}",
                    Part.of("short", Alphabet.BASE64URL, 10, 43).asSecret())
            .category(Category.LINK)
            .lives(Lifetime.until("the link ends"))
            .secretValue()
            .holds("the encrypted token behind a short link");

    public static final KeyPattern LINK = of("link:{digest}", DIGEST)
            .category(Category.LINK)
            .lives(Lifetime.until("an hour after the link ends"))
            .secretValue()
            .holds("who made a link, whether it was deleted; JSON");

    public static final KeyPattern USER_LINKS = of("user_links:{user}", USER)
            .category(Category.LINK)
            .type(ValueType.RANK)
            .lives(Lifetime.until("the last of the links ends"))
            .holds("the digests of the links that one user made, by when they were issued");

    public static final KeyPattern COUNT =
            of("count:{id}", ID).category(Category.COUNTER).holds("a count");

    public static final KeyPattern VISIT = KeyPattern.of(OWNER, "app:{app}:visit:{id}:{visitor}", APP, ID, VISITOR)
            .partition("id")
            .internal()
            .category(Category.COUNTER)
            .lives(Lifetime.until("the end of the day, and a minute"))
            .holds("that a visitor was counted today");

    /** A code is good for one use, as a token is; so a recovery of the store ends all of them. */
    public static final KeyPattern ONE_TIME = of(
                    "once:{code}", Part.of("code", Alphabet.BASE64URL, 22, 64).asSecret())
            .category(Category.TOKEN)
            .lives(Lifetime.until("it is redeemed, or its life has passed"))
            .secretValue()
            .holds("what a one-time code stands for");

    static final List<KeyPattern> ALL = List.of(
            SESSION,
            USER_SESSIONS,
            REFRESH,
            USER_REFRESH,
            USER_ACCESS,
            LEDGER,
            INVALID_BEFORE,
            REVOKED,
            LIMIT,
            LOCK,
            FENCE,
            CACHE,
            CACHE_LEASE,
            CACHE_WRITERS,
            SHORT_LINK,
            LINK,
            USER_LINKS,
            COUNT,
            VISIT,
            ONE_TIME);

    private AppKeys() {}

    /** A key of an app whose other part is its partition. */
    private static KeyPattern.Builder of(String rest, Part part) {
        return KeyPattern.of(OWNER, "app:{app}:" + rest, APP, part)
                .partition(part.name())
                .internal();
    }
}
