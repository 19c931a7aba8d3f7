package dev.yorozu.keyspace;

import dev.yorozu.store.ValueType;
import java.time.Duration;
import java.util.stream.Stream;

/**
 * The keys of programs that use the library by {@code dev.yorozu.Yorozu}. Each app, cache or kind of counter has a name,
 * which is the first part of all its keys and no partition: what changes in one batch shares the part behind it.
 */
public final class AppKeys {
    private static final String OWNER = "app";

    static final KeyTable TABLE = new KeyTable(OWNER);

    private static final String BEGINNING = "app:";
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
                    Category.SESSION,
                    "session:{sid}",
                    Part.of("sid", Alphabet.BASE64URL, 32, 64).asSecret())
            .lives(MONTH)
            .json()
            .tells(KeyPattern.Tells.SESSION)
            .holdsSecret("a signed-in session, JSON");

    public static final KeyPattern USER_SESSIONS = of(Category.SESSION, "user_sessions:{user}", USER)
            .type(ValueType.SET)
            .lives(MONTH)
            .holdsSecret("the sids of one user");

    public static final KeyPattern REFRESH = of(
                    Category.TOKEN,
                    "refresh:{token}",
                    Part.of("token", Alphabet.HEX, 64).asSecret())
            .lives(Lifetime.until("30 d have passed, unless the program says"))
            .json()
            .holdsSecret("a refresh token, JSON");

    public static final KeyPattern USER_REFRESH = of(Category.TOKEN, "user_refresh:{user}", USER)
            .type(ValueType.SET)
            .lives(TOKENS)
            .holdsSecret("the refresh tokens of one user");

    public static final KeyPattern USER_ACCESS = of(Category.TOKEN, "user_access:{user}", USER)
            .type(ValueType.SET)
            .lives(TOKENS)
            .tells(KeyPattern.Tells.LISTED_TOKENS)
            .holds("the access tokens of one user, by id");

    public static final KeyPattern LEDGER = of(Category.TOKEN, "ledger:{user}", USER)
            .lives(TOKENS)
            .json("logins")
            .holdsSecret("the logins of one user, JSON");

    public static final KeyPattern INVALID_BEFORE = of(Category.REVOCATION, "invalid_before:{user}", USER)
            .lives(TOKENS)
            .number()
            .tells(KeyPattern.Tells.USER_BEFORE)
            .holds("the second before which all of a user's tokens are dead");

    public static final KeyPattern REVOKED = of(
                    Category.REVOCATION, "revoked:{jti}", Part.of("jti", Alphabet.WORD, 1, 64))
            .lives(Lifetime.until("the token's end, plus skew"))
            .tells(KeyPattern.Tells.REVOKED_TOKEN)
            .holds("a revoked access token");

    public static final KeyPattern LIMIT = of(Category.RATE_LIMIT, "limit:{name}:{id}", NAME, ID)
            .partition("id")
            .lives(Lifetime.until("the whole limit is free again"))
            .holds("when one client's next request is due");

    public static final KeyPattern LOCK = of(Category.LOCK, "lock:{name}", NAME)
            .lives(Lifetime.until("it is released, or its life has passed"))
            .holds("the owner of a lock");

    public static final KeyPattern FENCE =
            of(Category.LOCK, "fence:{name}", NAME).number().holds("how many owners a lock has had");

    public static final KeyPattern CACHE = of(Category.CACHE, "cache:{id}", CACHED)
            .lives(Lifetime.until("its life as a copy has passed"))
            .holdsSecret("a copy of what a loader gave");

    public static final KeyPattern CACHE_LEASE = of(Category.LOCK, "cache_lease:{id}", CACHED)
            .lives(Lifetime.of(Duration.ofSeconds(10)))
            .holds("who loads what is cached under this id");

    public static final KeyPattern CACHE_WRITERS = of(Category.LOCK, "cache_writers:{id}", CACHED)
            .type(ValueType.SET)
            .lives(Lifetime.of(Duration.ofSeconds(30), "renewed by each writer"))
            .holds("who changes what is cached under this id");

    public static final KeyPattern SHORT_LINK = of(
                    Category.LINK,
                    "short:{short}",
                    Part.of("short", Alphabet.BASE64URL, 10, 43).asSecret())
            .lives(Lifetime.until("the link ends"))
            .holdsSecret("the encrypted token behind a short link");

    public static final KeyPattern LINK = of(Category.LINK, "link:{digest}", DIGEST)
            .lives(Lifetime.until("an hour after the link ends"))
            .json("revoked")
            .holdsSecret("who made a link, whether it was deleted; JSON");

    public static final KeyPattern USER_LINKS = of(Category.LINK, "user_links:{user}", USER)
            .type(ValueType.RANK)
            .lives(Lifetime.until("the last of the links ends"))
            .holds("the digests of the links that one user made, by when they were issued");

    public static final KeyPattern COUNT =
            of(Category.COUNTER, "count:{id}", ID).number().holds("a count");

    public static final KeyPattern VISIT = of(Category.COUNTER, "visit:{id}:{visitor}", ID, VISITOR)
            .lives(Lifetime.until("the end of the day, and a minute"))
            .holds("that a visitor was counted today");

    public static final KeyPattern LIKES =
            of(Category.LIKE, "likes:{id}", ID).type(ValueType.SET).holds("the digests of the visitors who like an id");

    public static final KeyPattern RANKING = of(Category.RANKING, "ranking:{name}:{id}", NAME, ID)
            .partition("id")
            .type(ValueType.RANK)
            .holds("names by score");

    public static final KeyPattern RANKING_DETAILS = of(Category.RANKING, "ranking_details:{name}:{id}", NAME, ID)
            .partition("id")
            .type(ValueType.HASH)
            .holds("since when a name has its score, JSON each");

    public static final KeyPattern BOARD = of(Category.BOARD, "board:{id}", ID)
            .type(ValueType.RANK)
            .holds("the ids of messages by when they were posted");

    public static final KeyPattern BOARD_MESSAGES = of(Category.BOARD, "board_messages:{id}", ID)
            .type(ValueType.HASH)
            .holds("messages by their ids, JSON each");

    /** A code is good for one use, as a token is; so a recovery of the store ends all of them. */
    public static final KeyPattern ONE_TIME = of(
                    Category.TOKEN,
                    "once:{code}",
                    Part.of("code", Alphabet.BASE64URL, 22, 64).asSecret())
            .lives(Lifetime.until("it is redeemed, or its life has passed"))
            .holdsSecret("what a one-time code stands for");

    public static final KeyPattern WINDOW = of(
                    Category.RATE_LIMIT,
                    "window:{name}:{number}:{id}",
                    NAME,
                    Part.of("number", Alphabet.WORD, 1, 20),
                    ID)
            .partition("id")
            .lives(Lifetime.until("the window has passed, and where windows slide the next one too"))
            .number()
            .holds("how much of one client passed in one window");

    public static final KeyPattern CODE = of(Category.TOKEN, "code:{name}:{id}", NAME, ID)
            .partition("id")
            .lives(Lifetime.until("it is taken, or its life has passed"))
            .holdsSecret("the digest of a code that is good once");

    public static final KeyPattern CODE_VALUE = of(Category.TOKEN, "code_value:{name}:{id}", NAME, ID)
            .partition("id")
            .lives(Lifetime.until("it is taken, or its life has passed"))
            .holdsSecret("what a code stands for, encrypted under the code");

    public static final KeyPattern CODE_TRIES = of(Category.TOKEN, "code_tries:{name}:{id}", NAME, ID)
            .partition("id")
            .lives(Lifetime.until("its code is taken, or its life has passed"))
            .number()
            .holds("how many tries a code has left");

    public static final KeyPattern SEEN = of(Category.REVOCATION, "seen:{name}:{id}", NAME, ID.asSecret())
            .partition("id")
            .lives(Lifetime.until("its life has passed"))
            .holds("that something was claimed, which can be claimed once");

    public static final KeyPattern REPLAY = of(Category.TOKEN, "replay:{digest}", DIGEST)
            .lives(Lifetime.of(Duration.ofDays(1)))
            .holdsSecret("what a call with an Idempotency-Key answered, encrypted under that key");

    private AppKeys() {}

    /** Whether keys of this pattern are those of apps, with the name of the app as their first part. */
    public static boolean isOwn(KeyPattern pattern) {
        return pattern.owner().equals(OWNER);
    }

    /** What all keys of an app begin with. */
    public static String prefix(String app) {
        return BEGINNING + APP.form(app) + ':';
    }

    /** A key of an app, with the part behind the app's name as its partition unless another is declared. */
    private static KeyTable.Declaration of(Category category, String rest, Part part, Part... more) {
        Part[] parts = Stream.concat(Stream.of(APP, part), Stream.of(more)).toArray(Part[]::new);
        return TABLE.key(category, BEGINNING + "{app}:" + rest, parts)
                .partition(part.name())
                .internal();
    }
}
