package dev.yorozu.conformance.token;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.DrawnTokens;
import dev.yorozu.json.Document;
import dev.yorozu.jwt.JwtPolicy;
import dev.yorozu.jwt.Jwts;
import dev.yorozu.jwt.SigningKey;
import dev.yorozu.jwt.SigningKeys;
import dev.yorozu.jwt.Verification;
import dev.yorozu.keyspace.TokenKeys;
import dev.yorozu.secret.Storage;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Key;
import dev.yorozu.store.Store;
import dev.yorozu.store.testkit.HeldClock;
import dev.yorozu.token.Access;
import dev.yorozu.token.AccessTokens;
import dev.yorozu.token.Login;
import dev.yorozu.token.Pair;
import dev.yorozu.token.RefreshLayout;
import dev.yorozu.token.RefreshPolicy;
import dev.yorozu.token.RefreshTokens;
import dev.yorozu.token.RevocationLayout;
import dev.yorozu.token.Rotation;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** One user, every refresh token ever drawn for them, and the pairs that they were given. */
final class TokenFixture {
    private static final Document CLAIMS = Document.empty().with("username", "mia");
    private static final SigningKeys KEYS = SigningKeys.of(SigningKey.hs256(new byte[32]));
    private static final JwtPolicy JWT_POLICY =
            new JwtPolicy("https://issuer.example", "kit", JwtPolicy.JWT, TokenSuite.SKEW);

    private final Store store;
    private final Storage storage;
    private final RefreshPolicy policy;
    private final HeldClock clock;
    private final String user = Long.toString(ThreadLocalRandom.current().nextLong(1, 1L << 50));
    private final DrawnTokens random = DrawnTokens.hex(16);
    private final List<Pair> pairs = new CopyOnWriteArrayList<>();

    TokenFixture(Store store, Storage storage, RefreshPolicy policy, HeldClock clock) {
        this.store = store;
        this.storage = storage;
        this.policy = policy;
        this.clock = clock;
    }

    String user() {
        return user;
    }

    Store store() {
        return store;
    }

    HeldClock clock() {
        return clock;
    }

    RefreshPolicy policy() {
        return policy;
    }

    /** What stands for a token in its set. */
    String member(String token) {
        return TokenSuite.keyPart(storage, token);
    }

    Key record(String token) {
        return TokenKeys.REFRESH.key(member(token));
    }

    Key tokenSet() {
        return TokenKeys.USER_REFRESH.key(user);
    }

    Key accessSet() {
        return TokenKeys.USER_ACCESS.key(user);
    }

    Key invalidBefore() {
        return TokenKeys.INVALID_BEFORE.key(user);
    }

    Key ledger() {
        return Key.of("refresh_ledger:", user, "");
    }

    static Key revoked(String jti) {
        return TokenKeys.REVOKED.key(jti);
    }

    RefreshTokens tokens() {
        return tokens(store);
    }

    RefreshTokens tokens(Store through) {
        return tokens(through, policy);
    }

    RefreshTokens tokens(Store through, RefreshPolicy policy) {
        return new RefreshTokens(through, RefreshLayout.TOKENS, policy, storage, random.tokens(), clock);
    }

    /** Signs in, and notes the pair if the user got it. */
    Pair issue() {
        return issue(tokens());
    }

    Pair issue(RefreshTokens tokens) {
        return issue(tokens, TokenSuite.ATTRIBUTES);
    }

    Pair issue(RefreshTokens tokens, Document attributes) {
        Pair pair = tokens.issue(user, attributes);
        pairs.add(pair);
        return pair;
    }

    /** Signs in so many times, one second after the other. */
    TokenFixture issued(int count) {
        for (int i = 0; i < count; i++) {
            clock.advance(TokenSuite.SECOND);
            issue();
        }
        return this;
    }

    Rotation rotate(String token) {
        return rotate(tokens(), token);
    }

    /** Refreshes, and notes the pair if the user got one. */
    Rotation rotate(RefreshTokens tokens, String token) {
        Rotation rotation = tokens.rotate(token, login -> true);
        TokenSuite.pair(rotation).ifPresent(pairs::add);
        return rotation;
    }

    /** The pairs that the user got, in their order. */
    List<Pair> pairs() {
        return pairs;
    }

    Pair first() {
        return pairs.getFirst();
    }

    String firstToken() {
        return first().refreshToken();
    }

    String firstFamily() {
        return first().login().family();
    }

    List<String> drawn() {
        return random.drawn();
    }

    /** A token of the right form that this user could have. */
    String anotherToken() {
        return random.tokens().hex(16);
    }

    /** What an operator does by hand, in one partition. */
    void byHand(UnaryOperator<Batch.Builder> content) {
        store.commit(content.apply(Batch.builder()).build());
    }

    Set<String> tokenMembers() {
        return texts(tokenSet());
    }

    Set<String> accessMembers() {
        return texts(accessSet());
    }

    private Set<String> texts(Key set) {
        return store.members(set).stream().map(Bytes::text).collect(Collectors.toCollection(TreeSet::new));
    }

    boolean refreshLives(String token) {
        return tokens().find(token).isPresent();
    }

    /** The access token itself, as a client has it. */
    String signed(Access access) {
        return accessTokens(store).sign(user, access, CLAIMS);
    }

    AccessTokens accessTokens(Store through) {
        return new AccessTokens(through, new Jwts(KEYS, JWT_POLICY, clock), RevocationLayout.TOKENS, clock);
    }

    /** Whether an access token is let in and has not ended; the documented keys themselves must say the same. */
    boolean accessLives(Access access) {
        boolean valid = accessTokens(store).verify(signed(access)) instanceof Verification.Valid;
        boolean ended = !clock.instant().isBefore(access.endsAt());
        assertThat(ended || valid == documentedLives(access))
                .as("the check of an access token agrees with the documented keys")
                .isTrue();
        return valid && !ended;
    }

    private boolean documentedLives(Access access) {
        boolean late = store.get(invalidBefore())
                .map(Bytes::text)
                .map(seconds -> Instant.ofEpochSecond(Long.parseLong(seconds)))
                .filter(before -> access.issuedAt().isBefore(before))
                .isPresent();
        return !late
                && store.type(revoked(access.id())).isEmpty()
                && accessMembers().contains(access.id());
    }

    void assertLives(Pair pair) {
        assertThat(refreshLives(pair.refreshToken()))
                .as("the refresh token lives")
                .isTrue();
        assertThat(accessLives(pair.access())).as("the access token lives").isTrue();
    }

    void assertDead(Pair pair) {
        assertThat(refreshLives(pair.refreshToken()))
                .as("the refresh token lives")
                .isFalse();
        assertThat(accessLives(pair.access())).as("the access token lives").isFalse();
    }

    /** Asserts that no token of this user lives, known to them or not, and that none is listed. */
    void assertNothingLives() {
        assertThat(tokens().list(user)).isEmpty();
        assertThat(tokenMembers()).isEmpty();
        assertThat(accessMembers()).isEmpty();
        assertThat(drawn()).noneMatch(this::refreshLives);
        assertThat(pairs).noneMatch(pair -> accessLives(pair.access()));
    }

    /**
     * Asserts that no login is half: each that is listed has one live refresh token and its access tokens live, nothing of
     * any other lives, and the documented sets say the same.
     */
    void assertWhole() {
        List<Login> logins = tokens().list(user);
        assertThat(logins).hasSizeLessThanOrEqualTo(policy.maxPerUser());
        Set<String> families = logins.stream().map(Login::family).collect(Collectors.toCollection(TreeSet::new));
        List<String> live = drawn().stream().filter(this::refreshLives).toList();
        assertThat(live.stream().map(this::family)).containsExactlyInAnyOrderElementsOf(families);
        assertThat(tokenMembers())
                .isEqualTo(live.stream().map(this::member).collect(Collectors.toCollection(TreeSet::new)));
        assertAccessIsWhole(logins, families);
    }

    private String family(String token) {
        return tokens().find(token).orElseThrow().family();
    }

    private void assertAccessIsWhole(List<Login> logins, Set<String> families) {
        List<Access> listed = logins.stream()
                .flatMap(login -> login.access().stream())
                .filter(access -> clock.instant().isBefore(access.endsAt()))
                .toList();
        assertThat(listed).allMatch(this::accessLives);
        Set<String> ids = listed.stream().map(Access::id).collect(Collectors.toSet());
        assertThat(accessMembers()).containsAll(ids);
        for (Pair pair : pairs) {
            boolean lives = accessLives(pair.access());
            assertThat(lives).isEqualTo(ids.contains(pair.access().id()));
            assertThat(lives && !families.contains(pair.login().family()))
                    .as("an access token outlives its login")
                    .isFalse();
            assertThat(refreshLives(pair.refreshToken()) && !lives && !ended(pair))
                    .as("a refresh token lives without the access token that came with it")
                    .isFalse();
        }
    }

    private boolean ended(Pair pair) {
        return !clock.instant().isBefore(pair.access().endsAt());
    }
}
