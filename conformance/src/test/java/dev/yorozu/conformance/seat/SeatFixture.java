package dev.yorozu.conformance.seat;

import static dev.yorozu.conformance.seat.Seating.seat;
import static dev.yorozu.conformance.seat.Seating.token;
import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.DrawnTokens;
import dev.yorozu.conformance.seat.SeatSuite.Pair;
import dev.yorozu.json.Document;
import dev.yorozu.jwt.JwtPolicy;
import dev.yorozu.jwt.Jwts;
import dev.yorozu.jwt.SigningKey;
import dev.yorozu.jwt.SigningKeys;
import dev.yorozu.keyspace.PatreonKeys;
import dev.yorozu.secret.Digests;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.secret.Storage;
import dev.yorozu.session.Session;
import dev.yorozu.session.Sessions;
import dev.yorozu.session.Start;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import dev.yorozu.store.Store;
import dev.yorozu.store.testkit.HeldClock;
import dev.yorozu.token.Authentication;
import dev.yorozu.token.Claims;
import dev.yorozu.token.Presented;
import dev.yorozu.token.RefreshPolicy;
import dev.yorozu.token.RefreshTokens;
import dev.yorozu.token.Rotation;
import dev.yorozu.token.SessionClaims;
import dev.yorozu.token.TokenFamilies;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/** One user, one seat, and everybody who ever sat there. */
final class SeatFixture {
    private static final byte[] SECRET = RandomTokens.secure().bytes(32);
    private static final SigningKeys KEYS = SigningKeys.of(SigningKey.hs256("kit", SECRET));

    final Store store;
    final Storage storage;
    final HeldClock clock;
    final String user = Long.toString(ThreadLocalRandom.current().nextLong(1L << 40, 1L << 62));
    private final RefreshPolicy policy;
    private final DrawnTokens drawn = DrawnTokens.hex(32);

    SeatFixture(Store store, Storage storage, RefreshPolicy policy, HeldClock clock) {
        this.store = store;
        this.storage = storage;
        this.policy = policy;
        this.clock = clock;
    }

    Sessions seats() {
        return seats(store);
    }

    Sessions seats(Store through) {
        return Seating.seats(through, storage, drawn.tokens(), clock);
    }

    Jwts jwts() {
        return new Jwts(
                KEYS, new JwtPolicy("https://relay.example.com", "client", "JWT", Duration.ofSeconds(5)), clock);
    }

    TokenFamilies tokens() {
        return tokens(store);
    }

    TokenFamilies tokens(Store through) {
        Sessions sessions = seats(through);
        SessionClaims sealed = SessionClaims.sealed(sessions, "pid", SECRET, drawn.tokens(), clock);
        return new TokenFamilies(through, sessions, jwts(), sealed, policy, storage, drawn.tokens(), clock);
    }

    Start take() {
        return take(store);
    }

    Start take(Store through) {
        return Seating.take(
                seats(through),
                user,
                SeatSuite.PERSON,
                SeatSuite.GRANT,
                Optional.of("profile-" + user),
                clock.instant());
    }

    Session sit() {
        Start taken = take();
        assertThat(taken).isInstanceOf(Start.Started.class);
        return seat(taken);
    }

    Claims claims() {
        return new Claims("profile-" + user, SeatSuite.CLAIMS);
    }

    Pair issue(Session seat) {
        return Pair.of(tokens().issue(seat, claims()));
    }

    Rotation refresh(String refreshToken) {
        return refresh(store, refreshToken);
    }

    Rotation refresh(Store through, String refreshToken) {
        RefreshTokens tokens = new RefreshTokens(through, tokens(through));
        Optional<Presented> presented = tokens.present(refreshToken);
        return presented.isEmpty() ? SeatSuite.INVALID : tokens.rotate(presented.get(), claims());
    }

    Optional<Presented> present(String refreshToken) {
        return new RefreshTokens(store, tokens()).present(refreshToken);
    }

    /** What stands for a session's token in the store. */
    String keyPart(String token) {
        return storage == Storage.DOCUMENTED ? token : Digests.hex(token);
    }

    Key session(String token) {
        return PatreonKeys.SESSION.key(keyPart(token));
    }

    Key userKey() {
        return PatreonKeys.USER_TOKEN.key(user);
    }

    Key refreshKey(String token) {
        String digest = Digests.hex(token);
        return PatreonKeys.REFRESH.key(
                storage == Storage.DOCUMENTED
                        ? token
                        : digest.substring(0, 8) + "-" + digest.substring(8, 12) + "-" + digest.substring(12, 16) + "-"
                                + digest.substring(16, 20) + "-" + digest.substring(20, 32));
    }

    Document document(Key key) {
        return store.get(key).flatMap(Document::parse).orElseThrow();
    }

    void put(Key key, String text) {
        store.commit(Batch.builder()
                .put(key, Bytes.of(text), Expiry.after(Duration.ofDays(1)))
                .build());
    }

    /** The tokens of all sessions whose records are there, whoever knows of them. */
    List<String> living() {
        return drawn.drawn().stream()
                .filter(token -> store.type(session(token)).isPresent())
                .toList();
    }

    /** Asserts that of all sessions ever begun this one alone lives. */
    void assertSitsAlone(Session seat) {
        assertThat(living()).containsExactly(token(seat));
        assertThat(seats().find(token(seat)).map(Session::user)).hasValue(user);
    }

    void assertAdmits(Pair issued) {
        assertThat(tokens().access().check(issued.accessToken())).isInstanceOf(Authentication.Granted.class);
    }

    void assertRefuses(Pair issued) {
        assertThat(tokens().access().check(issued.accessToken())).isInstanceOf(Authentication.Denied.class);
    }
}
