package dev.yorozu.keyspace;

import dev.yorozu.store.ValueType;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The keys of the user API: sessions, revocations, profile cache, hourly limits. */
public final class UserKeys {
    private static final String OWNER = "users";
    private static final Part USER = Part.of("user_id", Alphabet.UUID, 36);
    private static final Part JTI = Part.of("jti", Alphabet.WORD, 1, 64);

    public static final KeyPattern SESSION = KeyPattern.of(
                    OWNER, "session:{user_id}:{sid}", USER, Part.of("sid", Alphabet.BASE64URL, 6, 64))
            .category(Category.SESSION)
            .lives(Lifetime.until("its refresh token ends"))
            .partition("user_id")
            .secretValue()
            .holds("a signed-in session, JSON");

    public static final KeyPattern USER_SESSIONS = KeyPattern.of(OWNER, "user_sessions:{user_id}", USER)
            .category(Category.SESSION)
            .type(ValueType.RANK)
            .lives(Lifetime.until("its last session ends"))
            .partition("user_id")
            .holds("the sids of one user by last activity, in milliseconds since 1970");

    public static final KeyPattern REVOKED_ACCESS = KeyPattern.of(OWNER, "blacklist:access:{jti}", JTI)
            .category(Category.REVOCATION)
            .lives(Lifetime.until("the token's end, plus skew"))
            .partition("jti")
            .holds("a revoked access token");

    public static final KeyPattern REVOKED_REFRESH = KeyPattern.of(OWNER, "blacklist:refresh:{jti}", JTI)
            .category(Category.REVOCATION)
            .lives(Lifetime.until("the token's end, plus skew"))
            .partition("jti")
            .holds("a used or revoked refresh token");

    public static final KeyPattern PROFILE = KeyPattern.of(OWNER, "cache:profile:{user_id}", USER)
            .category(Category.CACHE)
            .lives(Lifetime.of(Duration.ofSeconds(300)))
            .partition("user_id")
            .secretValue()
            .holds("a cached profile, JSON");

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

    public static final KeyPattern RATE = KeyPattern.of(
                    OWNER,
                    "rate:{subject}:{endpoint}:{hour}",
                    Part.of("subject", Alphabet.WORD, 1, 64).ofAnyText(),
                    Part.oneOf("endpoint", Endpoint.PATHS),
                    Part.of("hour", Alphabet.DIGITS, 10))
            .category(Category.RATE_LIMIT)
            .lives(Lifetime.until("the end of the hour, plus a margin"))
            .partition("subject")
            .holds("requests of one user or address in one hour");

    static final List<KeyPattern> ALL = List.of(SESSION, USER_SESSIONS, REVOKED_ACCESS, REVOKED_REFRESH, PROFILE, RATE);

    private UserKeys() {}
}
