package dev.yorozu.keyspace;

import dev.yorozu.store.ValueType;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The keys of the user API: sessions, revocations, profile cache, hourly limits. */
public final class UserKeys {
    static final KeyTable TABLE = new KeyTable("users");
    private static final Part USER = Part.of("user_id", Alphabet.UUID, 36);
    private static final Part JTI = Part.of("jti", Alphabet.WORD, 1, 64);

    public static final KeyPattern SESSION = TABLE.key(
                    Category.SESSION, "session:{user_id}:{sid}", USER, Part.of("sid", Alphabet.BASE64URL, 6, 64))
            .lives(Lifetime.until("its refresh token ends"))
            .json("user_id", "created_at")
            .tells(KeyPattern.Tells.SESSION)
            .holdsSecret("a signed-in session, JSON");

    public static final KeyPattern USER_SESSIONS = TABLE.key(Category.SESSION, "user_sessions:{user_id}", USER)
            .type(ValueType.RANK)
            .lives(Lifetime.until("its last session ends"))
            .holds("the sids of one user by last activity, in milliseconds since 1970");

    public static final KeyPattern REVOKED_ACCESS = TABLE.key(Category.REVOCATION, "blacklist:access:{jti}", JTI)
            .lives(Lifetime.until("the token's end, plus skew"))
            .tells(KeyPattern.Tells.REVOKED_TOKEN)
            .holds("a revoked access token");

    public static final KeyPattern REVOKED_REFRESH = TABLE.key(Category.REVOCATION, "blacklist:refresh:{jti}", JTI)
            .lives(Lifetime.until("the token's end, plus skew"))
            .holds("a used or revoked refresh token");

    public static final KeyPattern PROFILE = TABLE.key(Category.CACHE, "cache:profile:{user_id}", USER)
            .lives(Lifetime.of(Duration.ofSeconds(300)))
            .json()
            .holdsSecret("a cached profile, JSON");

    public static final KeyPattern ACCOUNT = TABLE.key(Category.CACHE, "cache:account:{user_id}", USER)
            .lives(Lifetime.of(Duration.ofSeconds(300)))
            .json()
            .holdsSecret("a cached account without its password, JSON");

    /** What is limited by the hour, by the names that the keys give it. */
    public enum Endpoint {
        PROFILE("/api/profiles"),
        PROFILE_UPDATE("/api/profiles/update"),
        PROFILE_BATCH("/api/profiles/batch"),
        UPLOAD("/api/documents/upload"),
        LOGIN("/auth/login");

        private static final List<String> PATHS =
                Stream.of(values()).map(Endpoint::path).toList();

        private final String path;

        Endpoint(String path) {
            this.path = path;
        }

        public String path() {
            return path;
        }

        /** The endpoint of this name; empty for any other text. */
        public static Optional<Endpoint> of(String path) {
            return Stream.of(values()).filter(each -> each.path.equals(path)).findFirst();
        }
    }

    public static final KeyPattern RATE = TABLE.key(
                    Category.RATE_LIMIT,
                    "rate:{subject}:{endpoint}:{hour}",
                    Part.of("subject", Alphabet.WORD, 1, 64).ofAnyText(),
                    Part.oneOf("endpoint", Endpoint.PATHS),
                    Part.of("hour", Alphabet.DIGITS, 10))
            .lives(Lifetime.until("the end of the hour, plus a margin"))
            .number()
            .holds("requests of one user or address in one hour");

    private UserKeys() {}
}
