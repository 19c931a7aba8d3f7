package dev.yorozu.conformance.token;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.json.Document;
import dev.yorozu.jwt.Jwt;
import dev.yorozu.jwt.JwtPolicy;
import dev.yorozu.jwt.Jwts;
import dev.yorozu.jwt.Verification;
import dev.yorozu.keyspace.UserKeys;
import dev.yorozu.secret.Digests;
import dev.yorozu.secret.Storage;
import dev.yorozu.session.Session;
import dev.yorozu.session.SessionLayout;
import dev.yorozu.session.SessionPolicy;
import dev.yorozu.session.SessionPolicy.AtCap;
import dev.yorozu.session.Sessions;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Key;
import dev.yorozu.store.Order;
import dev.yorozu.store.Read;
import dev.yorozu.store.Store;
import dev.yorozu.store.testkit.HeldClock;
import dev.yorozu.token.AccessTokens;
import dev.yorozu.token.Authentication;
import dev.yorozu.token.Issued;
import dev.yorozu.token.Lineage;
import dev.yorozu.token.Presented;
import dev.yorozu.token.RefreshPolicy;
import dev.yorozu.token.TokenSessions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/** One user with sessions, each of which knows its tokens. */
final class SessionFixture extends LineageFixture {
    private static final JwtPolicy ACCESS = jwtPolicy("at+jwt");

    private final RefreshPolicy policy;
    private final SessionPolicy sessions;

    SessionFixture(Store store, Storage storage, Duration grace, int cap, HeldClock clock) {
        super(store, storage, clock, UUID.randomUUID().toString());
        this.policy = new RefreshPolicy(
                TokenSuite.ACCESS_LIFE, TokenSuite.WEEK, TokenSuite.LIFE, TokenSuite.ABSOLUTE_LIFE, grace);
        this.sessions = sessions(cap);
    }

    private static SessionPolicy sessions(int cap) {
        return new SessionPolicy(
                TokenSuite.LIFE, TokenSuite.IDLE, TokenSuite.ABSOLUTE_LIFE, cap, AtCap.END_OLDEST, TokenSuite.MINUTE);
    }

    Jwts access() {
        return jwts(ACCESS);
    }

    Jwts refresh() {
        return jwts(ACCESS.forIssuerAlone("rt+jwt"));
    }

    /** Tokens of another type that name the audience of access tokens, as refresh tokens did earlier. */
    Jwts sameAudience(String type) {
        return jwts(jwtPolicy(type));
    }

    @Override
    Lineage lineage(Store through) {
        return logins(through);
    }

    @Override
    AccessTokens accessTokens(Store through) {
        return logins(through).access();
    }

    TokenSessions logins() {
        return logins(store);
    }

    TokenSessions logins(Store through) {
        return logins(through, sessions);
    }

    private TokenSessions logins(Store through, SessionPolicy kept) {
        return new TokenSessions(
                through,
                new Sessions(through, SessionLayout.USERS, kept, storage, RANDOM, clock),
                access(),
                refresh(),
                policy,
                storage,
                RANDOM,
                clock);
    }

    Sessions sessions(Store through) {
        return new Sessions(through, SessionLayout.USERS, sessions, storage, RANDOM, clock);
    }

    @Override
    Issued issue(Store through) {
        return signIn(through, false);
    }

    @Override
    Issued issueLasting() {
        return signIn(store, true);
    }

    private Issued signIn(Store through, boolean remembered) {
        return noted(logins(through)
                .signIn(remembered, TokenSuite.ATTRIBUTES, claims())
                .orElseThrow());
    }

    @Override
    SessionFixture issued(int count) {
        super.issued(count);
        return this;
    }

    @Override
    void writeOn() {
        Issued other = logins(store, sessions(40))
                .signIn(false, TokenSuite.ATTRIBUTES, claims())
                .orElseThrow();
        end(store, other);
    }

    @Override
    List<End> ends() {
        return List.of(this::end, this::logout, (through, pair) -> endAll(through));
    }

    /** Logs out as the holder of a pair does, with both tokens. */
    private void logout(Store through, Issued pair) {
        if (logins(through).access().check(pair.accessToken()) instanceof Authentication.Granted caller) {
            logins(through).logout(caller, Optional.of(pair.refreshToken()));
        }
    }

    @Override
    boolean end(Store through, Issued pair) {
        return logins(through).end(user(), sid(pair));
    }

    @Override
    int endAll(Store through) {
        return logins(through).endAll(user());
    }

    @Override
    int endAllBut(Store through, Issued pair) {
        return logins(through).endAllBut(user(), sid(pair));
    }

    @Override
    int listed() {
        return (int) store.size(index());
    }

    @Override
    boolean reuseEnds(Issued stolen, Issued other) {
        return true;
    }

    @Override
    boolean refreshLives(String token) {
        Optional<Session> session =
                present(store, token).filter(Presented::isAdmissible).flatMap(Presented::session);
        return session.flatMap(each -> each.text("refresh_token"))
                .filter(shown -> shown.equals(shown(token)))
                .isPresent();
    }

    /** What stands for a token in a record. */
    String shown(String token) {
        return storage == Storage.DOCUMENTED ? token : Digests.hex(token);
    }

    @Override
    String anotherToken() {
        return token(refresh(), "sess-" + RANDOM.hex(16));
    }

    /** A token of this user that names a session. */
    String token(Jwts jwts, String sid) {
        Instant now = clock.instant();
        Document claims = Document.empty().with("sid", sid);
        return jwts.sign(new Jwt(RANDOM.hex(16), user(), now, now.plus(TokenSuite.ACCESS_LIFE), claims));
    }

    @Override
    Key truth(Issued pair) {
        return key(sid(pair));
    }

    Jwt accessJwt(Issued tokens) {
        return valid(access(), tokens.accessToken());
    }

    Jwt refreshJwt(Issued tokens) {
        return valid(refresh(), tokens.refreshToken());
    }

    static Jwt valid(Jwts jwts, String token) {
        assertThat(jwts.verify(token)).isInstanceOf(Verification.Valid.class);
        return ((Verification.Valid) jwts.verify(token)).jwt();
    }

    static String sid(Issued tokens) {
        return session(tokens).sid().orElseThrow();
    }

    static Session session(Issued tokens) {
        return tokens.session().orElseThrow();
    }

    Authentication.Granted caller(Issued tokens) {
        Authentication check = logins().access().check(tokens.accessToken());
        assertThat(check).isInstanceOf(Authentication.Granted.class);
        return (Authentication.Granted) check;
    }

    @Override
    void assertDead(Issued pair) {
        super.assertDead(pair);
        assertThat(TokenSuite.pair(unnoted(store, pair.refreshToken()))).isEmpty();
        assertThat(store.type(truth(pair))).isEmpty();
    }

    Authentication check(String token) {
        return logins().access().check(token);
    }

    List<Session> list() {
        return logins().list(user());
    }

    boolean end(String sid) {
        return logins().end(user(), sid);
    }

    int endAllBut(String sid) {
        return logins().endAllBut(user(), sid);
    }

    /** Where the index has the session of a pair. */
    OptionalDouble score(Issued pair) {
        return store.read(new Read.ScoreOf(index(), Bytes.of(sid(pair))));
    }

    Document record(Issued pair) {
        return record(sid(pair));
    }

    Key key(String sid) {
        return UserKeys.SESSION.key(user(), sid);
    }

    Key index() {
        return UserKeys.USER_SESSIONS.key(user());
    }

    Document record(String sid) {
        return Document.parse(store.get(key(sid)).orElseThrow()).orElseThrow();
    }

    boolean revokedAccess(Issued tokens) {
        return store.type(UserKeys.REVOKED_ACCESS.key(accessJwt(tokens).id())).isPresent();
    }

    boolean revokedRefresh(Issued tokens) {
        return store.type(UserKeys.REVOKED_REFRESH.key(refreshJwt(tokens).id())).isPresent();
    }

    Set<String> indexed() {
        return store.ranks(index(), Order.RISING, 0, -1).stream()
                .map(each -> each.member().text())
                .collect(Collectors.toSet());
    }

    /** The index names the sessions that live, and no others. */
    @Override
    void assertWhole() {
        Set<String> living = logins().list(user()).stream()
                .map(session -> session.sid().orElseThrow())
                .collect(Collectors.toSet());
        assertThat(indexed()).isEqualTo(living);
        assertThat(living).hasSizeLessThanOrEqualTo(sessions.maxPerUser());
        for (Issued pair : pairs()) {
            assertThat(store.type(truth(pair)).isPresent()).isEqualTo(living.contains(sid(pair)));
            assertThat(living.contains(sid(pair)) || !accessLives(pair))
                    .as("an access token outlives its session")
                    .isTrue();
        }
    }
}
