package dev.yorozu.conformance.token;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.json.Document;
import dev.yorozu.jwt.Jwt;
import dev.yorozu.jwt.JwtPolicy;
import dev.yorozu.jwt.Jwts;
import dev.yorozu.jwt.SigningKey;
import dev.yorozu.jwt.SigningKeys;
import dev.yorozu.jwt.Verification;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.secret.Storage;
import dev.yorozu.session.Session;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import dev.yorozu.store.Store;
import dev.yorozu.store.testkit.HeldClock;
import dev.yorozu.token.AccessTokens;
import dev.yorozu.token.Authentication;
import dev.yorozu.token.Claims;
import dev.yorozu.token.Issued;
import dev.yorozu.token.Lineage;
import dev.yorozu.token.Presented;
import dev.yorozu.token.RefreshTokens;
import dev.yorozu.token.Rotation;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** One user, and every pair of tokens that the user was given: what tests of every lineage do and see. */
abstract class LineageFixture {
    static final RandomTokens RANDOM = RandomTokens.secure();
    static final byte[] SECRET = RANDOM.bytes(32);
    static final Document CLAIMS = Document.empty().with("username", "mia").with("roles", List.of("user"));
    private static final SigningKeys KEYS = SigningKeys.of(SigningKey.hs256("kit", SECRET));

    /** What ends one login, and in a lineage of one session those that hang on it too. */
    static final List<End> ENDS = List.of(LineageFixture::end, LineageFixture::endOtherwise);

    interface End {
        boolean end(LineageFixture user, Store through, Issued pair);
    }

    /** @param cap how many logins a user may have, where logins of one user can end by themselves */
    record Setting(Store store, Storage storage, HeldClock clock, Duration grace, int cap) {}

    final LineageKind kind;
    final Setting setting;
    final Store store;
    final Storage storage;
    final HeldClock clock;
    final String id;
    private final List<Issued> pairs = new CopyOnWriteArrayList<>();

    LineageFixture(LineageKind kind, Setting setting, String id) {
        this.kind = kind;
        this.setting = setting;
        this.store = setting.store();
        this.storage = setting.storage();
        this.clock = setting.clock();
        this.id = id;
    }

    abstract Lineage lineage(Store through);

    abstract AccessTokens accessTokens(Store through);

    abstract Issued issue(Store through);

    /** Signs in, for as long as a user can ask for. */
    Issued issueLasting() {
        return issue();
    }

    /** Writes as others do, in a way that ends nobody. */
    abstract void writeOn();

    /** Ends the login of a pair as its owner does; false when it had ended. */
    abstract boolean end(Store through, Issued pair);

    /** As {@link #end(Store, Issued)}, in another way. */
    abstract boolean endOtherwise(Store through, Issued pair);

    abstract int endAll(Store through);

    /** Ends all logins but that of a pair, where logins of one user can end by themselves. */
    int endAllBut(Store through, Issued pair) {
        throw new UnsupportedOperationException("A user has one session");
    }

    /** The ids of the logins that live, or of the session on which all hang, the newest first. */
    abstract List<String> list();

    /** How many logins the user has by the documented list. */
    int listed() {
        return list().size();
    }

    /** Whether an end of the one is an end of the other. */
    boolean endTogether(Issued one, Issued other) {
        return sameLogin(one, other);
    }

    /** Whether the reuse of a spent token of the one ends the other. */
    boolean reuseEnds(Issued stolen, Issued other) {
        return sameLogin(stolen, other);
    }

    /** Whether this is the current refresh token of a login that lives. */
    abstract boolean refreshLives(String token);

    /** A token of the right form that this user could have, and has not. */
    abstract String anotherToken();

    /** The key at which it lies whether this pair's token is current. */
    abstract Key truth(Issued pair);

    /** Asserts that no login is half: what is listed lives, and nothing lives that is not. */
    abstract void assertWhole();

    /** Asserts that of all that was prepared for a successor only what a client got is left. */
    void assertNothingPrepared() {}

    /** Another user of the same system. */
    final LineageFixture another() {
        return kind.fixture(setting);
    }

    /** A user of a system that differs in these. */
    final LineageFixture another(Duration grace, int cap) {
        return kind.fixture(new Setting(store, storage, clock, grace, cap));
    }

    Claims claims() {
        return new Claims(id, CLAIMS);
    }

    static JwtPolicy jwtPolicy(String type) {
        return new JwtPolicy("https://issuer.example", "kit", type, TokenSuite.SKEW);
    }

    final Jwts jwts(JwtPolicy policy) {
        return new Jwts(KEYS, policy, clock);
    }

    static Jwt valid(Verification verification) {
        assertThat(verification).isInstanceOf(Verification.Valid.class);
        return ((Verification.Valid) verification).jwt();
    }

    /** What lives as long as another token, and says something else. */
    static Jwt like(Jwt jwt, String id, String subject, Document claims) {
        return new Jwt(id, subject, jwt.issuedAt(), jwt.endsAt(), claims);
    }

    final Jwt accessJwt(Issued pair) {
        return valid(accessTokens(store).verify(pair.accessToken()));
    }

    final Issued issue() {
        return issue(store);
    }

    /** Notes a pair that the user got. */
    final Issued noted(Issued pair) {
        pairs.add(pair);
        return pair;
    }

    /** Signs in so many times, one second after the other. */
    final LineageFixture issued(int count) {
        for (int i = 0; i < count; i++) {
            clock.advance(TokenSuite.SECOND);
            issue();
        }
        return this;
    }

    final Rotation rotate(String token) {
        return rotate(store, token);
    }

    final Rotation rotate(Issued pair) {
        return rotate(store, pair.refreshToken());
    }

    /** Refreshes, and notes the pair if the user got one. */
    final Rotation rotate(Store through, String token) {
        RefreshTokens tokens = new RefreshTokens(through, lineage(through));
        Rotation rotation = tokens.present(token)
                .map(presented -> tokens.rotate(presented, claims()))
                .orElse(TokenSuite.INVALID);
        TokenSuite.pair(rotation).ifPresent(pairs::add);
        return rotation;
    }

    /** Refreshes with something that happens while the caller asks whether the user may go on. */
    final Rotation rotate(Issued pair, Runnable meanwhile) {
        Presented presented = present(store, pair.refreshToken()).orElseThrow();
        assertThat(presented.isAdmissible()).isTrue();
        meanwhile.run();
        return new RefreshTokens(store, lineage(store)).rotate(presented, claims());
    }

    final Rotation rotateFirst(Store through) {
        return rotate(through, firstToken());
    }

    final Optional<Presented> present(Store through, String token) {
        return new RefreshTokens(through, lineage(through)).present(token);
    }

    final Authentication check(String accessToken) {
        return accessTokens(store).check(accessToken);
    }

    /** The pairs that the user got, in their order. */
    final List<Issued> pairs() {
        return pairs;
    }

    final Issued pair(int number) {
        return pairs.get(number);
    }

    final Issued first() {
        return pairs.getFirst();
    }

    final String firstToken() {
        return first().refreshToken();
    }

    static Session session(Issued pair) {
        return pair.session().orElseThrow();
    }

    static String sid(Issued pair) {
        return session(pair).sid().orElseThrow();
    }

    /** All pairs of the login of one. */
    final Stream<Issued> line(Issued pair) {
        return pairs.stream().filter(each -> sameLogin(pair, each));
    }

    private static boolean sameLogin(Issued one, Issued other) {
        return one.login().id().equals(other.login().id());
    }

    final boolean current(Issued pair) {
        return refreshLives(pair.refreshToken());
    }

    final boolean end(Issued pair) {
        return end(store, pair);
    }

    final int endAll() {
        return endAll(store);
    }

    final int endAllBut(Issued pair) {
        return endAllBut(store, pair);
    }

    /** What an operator does by hand, in one partition. */
    final void byHand(UnaryOperator<Batch.Builder> content) {
        store.commit(content.apply(Batch.builder()).build());
    }

    final void put(Key key, String text) {
        byHand(batch -> batch.put(key, text, Expiry.after(Duration.ofDays(1))));
    }

    final void delete(Key key) {
        byHand(batch -> batch.delete(key));
    }

    final boolean holds(Key key) {
        return store.type(key).isPresent();
    }

    final Document document(Key key) {
        return store.get(key).flatMap(Document::parse).orElseThrow();
    }

    boolean accessLives(Issued pair) {
        return check(pair.accessToken()) instanceof Authentication.Granted;
    }

    final void assertRefused(Issued pair) {
        assertRefused(pair.refreshToken());
    }

    /** Asserts that nothing is given for a token. */
    final void assertRefused(String token) {
        assertThat(TokenSuite.pair(rotate(token))).isEmpty();
    }

    final void assertSpent(String token) {
        assertThat(refreshLives(token)).as("the refresh token lives").isFalse();
    }

    final void assertLives(Issued pair) {
        assertThat(current(pair)).as("the refresh token lives").isTrue();
        assertThat(accessLives(pair)).as("the access token lives").isTrue();
    }

    void assertDead(Issued pair) {
        assertSpent(pair.refreshToken());
        assertThat(accessLives(pair)).as("the access token lives").isFalse();
        assertRefused(pair);
    }

    /** Asserts that an end removed what is documented to go, and left for other programs what they look for. */
    void assertRemoved(Issued pair) {
        assertDead(pair);
    }

    /** Asserts that no login lives that this end or reuse ended, and that the others were left alone. */
    final void assertEndedWith(Issued pair) {
        assertEnded(each -> endTogether(pair, each));
    }

    final void assertReuseEnded(Issued stolen) {
        assertEnded(each -> reuseEnds(stolen, each));
    }

    private void assertEnded(Predicate<Issued> ended) {
        pairs.forEach(each -> {
            if (ended.test(each)) {
                assertDead(each);
            } else {
                assertThat(accessLives(each)).isTrue();
            }
        });
    }

    void assertNothingLives() {
        pairs.forEach(this::assertDead);
        assertWhole();
    }
}
