package dev.yorozu.conformance.seat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.DrawnTokens;
import dev.yorozu.json.Document;
import dev.yorozu.jwt.JwtPolicy;
import dev.yorozu.jwt.Jwts;
import dev.yorozu.jwt.SigningKey;
import dev.yorozu.jwt.SigningKeys;
import dev.yorozu.keyspace.PatreonKeys;
import dev.yorozu.seat.Check;
import dev.yorozu.seat.Refresh;
import dev.yorozu.seat.Seat;
import dev.yorozu.seat.SeatLayout;
import dev.yorozu.seat.SeatPolicy;
import dev.yorozu.seat.SeatTokens;
import dev.yorozu.seat.SeatTokens.Claims;
import dev.yorozu.seat.SeatTokens.Issued;
import dev.yorozu.seat.Seats;
import dev.yorozu.seat.Taken;
import dev.yorozu.secret.Digests;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.secret.Storage;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import dev.yorozu.store.Life;
import dev.yorozu.store.Store;
import dev.yorozu.store.testkit.HeldClock;
import dev.yorozu.token.ChainLayout;
import dev.yorozu.token.ChainPolicy;
import dev.yorozu.token.Chains;
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
    private final ChainPolicy policy;
    private final DrawnTokens drawn = DrawnTokens.hex(32);

    SeatFixture(Store store, Storage storage, ChainPolicy policy, HeldClock clock) {
        this.store = store;
        this.storage = storage;
        this.policy = policy;
        this.clock = clock;
    }

    Seats seats() {
        return seats(store);
    }

    Seats seats(Store through) {
        return new Seats(through, SeatLayout.PATREON, SeatPolicy.STANDARD, storage, drawn.tokens(), clock);
    }

    Jwts jwts() {
        return new Jwts(
                KEYS, new JwtPolicy("https://relay.example.com", "client", "JWT", Duration.ofSeconds(5)), clock);
    }

    Chains chains(Store through) {
        return new Chains(through, ChainLayout.PATREON, policy, storage, drawn.tokens(), clock);
    }

    SeatTokens tokens() {
        return tokens(store);
    }

    SeatTokens tokens(Store through) {
        return new SeatTokens(
                through,
                seats(through),
                jwts(),
                chains(through),
                SeatTokens.sealingKey(SECRET),
                SeatSuite.ACCESS_LIFE,
                drawn.tokens(),
                clock);
    }

    Taken take() {
        return take(store);
    }

    Taken take(Store through) {
        return seats(through).take(user, SeatSuite.PERSON, SeatSuite.grant("0"), Optional.of("profile-" + user));
    }

    Seat sit() {
        Taken taken = take();
        assertThat(taken.overtaken()).isFalse();
        return taken.seat();
    }

    Claims claims() {
        return new Claims("profile-" + user, SeatSuite.CLAIMS);
    }

    Issued issue(Seat seat) {
        return tokens().issue(seat, claims());
    }

    Refresh refresh(String refreshToken) {
        return refresh(store, refreshToken);
    }

    Refresh refresh(Store through, String refreshToken) {
        return tokens(through).refresh(refreshToken, seat -> claims());
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

    List<String> listed() {
        return store.get(userKey())
                .flatMap(Document::parse)
                .map(document -> document.texts("sessionTokens"))
                .orElse(List.of());
    }

    /** Asserts that of all sessions ever begun this one alone lives, and is listed alone. */
    void assertSitsAlone(Seat seat) {
        assertThat(living()).containsExactly(seat.token());
        assertThat(listed()).containsExactly(keyPart(seat.token()));
        assertThat(left(seat.token())).isGreaterThan(SeatSuite.PENDING);
        assertThat(seats().find(seat.token()).map(Seat::user)).hasValue(user);
    }

    void assertEmpty() {
        assertThat(living()).isEmpty();
        assertThat(store.type(userKey())).isEmpty();
    }

    /** Asserts that no session lives that is not listed, but for those that nobody knows and that end within a minute. */
    void assertNobodyUnlisted() {
        for (String token : living()) {
            boolean pending = left(token).compareTo(SeatSuite.PENDING) <= 0;
            assertThat(pending || listed().contains(keyPart(token)))
                    .as("a session that lives is listed")
                    .isTrue();
        }
    }

    /** Asserts that the user's record is there at least as long as a session that lives. */
    void assertRecordOutlives(Seat seat) {
        assertThat(left(userKey())).isGreaterThan(left(seat.token()));
    }

    private Duration left(String token) {
        return left(session(token));
    }

    private Duration left(Key key) {
        Life life = store.remaining(key).orElseThrow();
        assertThat(life).isInstanceOf(Life.Ends.class);
        return ((Life.Ends) life).left();
    }

    void assertAdmits(Issued issued) {
        assertThat(tokens().check(issued.accessToken())).isInstanceOf(Check.Admitted.class);
    }

    void assertRefuses(Issued issued) {
        assertThat(tokens().check(issued.accessToken())).isInstanceOf(Check.Refused.class);
    }
}
