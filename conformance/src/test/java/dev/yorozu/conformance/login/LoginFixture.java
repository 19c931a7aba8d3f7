package dev.yorozu.conformance.login;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.json.Document;
import dev.yorozu.jwt.Jwt;
import dev.yorozu.jwt.JwtPolicy;
import dev.yorozu.jwt.Jwts;
import dev.yorozu.jwt.SigningKey;
import dev.yorozu.jwt.SigningKeys;
import dev.yorozu.jwt.Verification;
import dev.yorozu.keyspace.UserKeys;
import dev.yorozu.login.Caller;
import dev.yorozu.login.Check;
import dev.yorozu.login.LoginLayout;
import dev.yorozu.login.Logins;
import dev.yorozu.login.Refresh;
import dev.yorozu.login.Tokens;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.secret.Storage;
import dev.yorozu.session.Session;
import dev.yorozu.session.SessionLayout;
import dev.yorozu.session.SessionPolicy;
import dev.yorozu.session.Sessions;
import dev.yorozu.store.Key;
import dev.yorozu.store.Order;
import dev.yorozu.store.Store;
import dev.yorozu.store.testkit.HeldClock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;

/** One user, and every pair of tokens that the user was given. */
final class LoginFixture {
    private static final RandomTokens RANDOM = RandomTokens.secure();
    private static final SigningKeys KEYS = SigningKeys.of(SigningKey.hs256("kit", RANDOM.bytes(32)));

    private static final JwtPolicy ACCESS =
            new JwtPolicy("https://auth.example.com", "fastapi-api", "at+jwt", Duration.ofSeconds(5));

    private final Store store;
    private final Storage storage;
    private final SessionPolicy sessions;
    private final HeldClock clock;
    private final String user = UUID.randomUUID().toString();
    private final List<Tokens> given = new CopyOnWriteArrayList<>();

    LoginFixture(Store store, Storage storage, SessionPolicy sessions, HeldClock clock) {
        this.store = store;
        this.storage = storage;
        this.sessions = sessions;
        this.clock = clock;
    }

    String user() {
        return user;
    }

    HeldClock clock() {
        return clock;
    }

    Jwts access() {
        return new Jwts(KEYS, ACCESS, clock);
    }

    Jwts refresh() {
        return new Jwts(KEYS, ACCESS.forIssuerAlone("rt+jwt"), clock);
    }

    /** Tokens of another type that name the audience of access tokens, as refresh tokens did earlier. */
    Jwts sameAudience(String type) {
        return new Jwts(KEYS, new JwtPolicy(ACCESS.issuer(), ACCESS.audience(), type, ACCESS.skew()), clock);
    }

    Logins logins() {
        return logins(store);
    }

    Logins logins(Store through) {
        return new Logins(
                through,
                sessions(through),
                access(),
                refresh(),
                LoginLayout.USERS,
                LoginSuite.POLICY,
                storage,
                RANDOM,
                clock);
    }

    Sessions sessions(Store through) {
        return new Sessions(through, SessionLayout.USERS, sessions, storage, RANDOM, clock);
    }

    Tokens signIn() {
        return signIn(store, false);
    }

    Tokens signIn(Store through, boolean remembered) {
        Tokens tokens = logins(through)
                .signIn(user, remembered, LoginSuite.ATTRIBUTES, LoginSuite.CLAIMS)
                .orElseThrow();
        given.add(tokens);
        return tokens;
    }

    /** Signs in so many times, one second after the other. */
    LoginFixture signedIn(int count) {
        for (int i = 0; i < count; i++) {
            clock.advance(LoginSuite.SECOND);
            signIn();
        }
        return this;
    }

    /** All pairs of which the user knows, in their order. */
    List<Tokens> given() {
        return given;
    }

    Tokens first() {
        return given.getFirst();
    }

    Refresh refresh(String token) {
        return refresh(store, token);
    }

    Refresh refresh(Store through, String token) {
        Refresh refresh = logins(through).refresh(token, LoginFixture::admitted);
        LoginSuite.given(refresh).ifPresent(given::add);
        return refresh;
    }

    private static Optional<Document> admitted(String user) {
        return Optional.of(LoginSuite.CLAIMS);
    }

    Jwt accessJwt(Tokens tokens) {
        return valid(access(), tokens.accessToken());
    }

    Jwt refreshJwt(Tokens tokens) {
        return valid(refresh(), tokens.refreshToken());
    }

    static Jwt valid(Jwts jwts, String token) {
        assertThat(jwts.verify(token)).isInstanceOf(Verification.Valid.class);
        return ((Verification.Valid) jwts.verify(token)).jwt();
    }

    static String sid(Tokens tokens) {
        return tokens.session().sid().orElseThrow();
    }

    Caller caller(Tokens tokens) {
        Check check = logins().check(tokens.accessToken());
        assertThat(check).isInstanceOf(Check.Admitted.class);
        return ((Check.Admitted) check).caller();
    }

    boolean admitted(Tokens tokens) {
        return logins().check(tokens.accessToken()) instanceof Check.Admitted;
    }

    void assertLives(Tokens tokens) {
        assertThat(logins().check(tokens.accessToken())).isInstanceOf(Check.Admitted.class);
    }

    /** Neither of the two tokens lets anybody in, and their session is gone. */
    void assertDead(Tokens tokens) {
        assertThat(logins().check(tokens.accessToken())).isInstanceOf(Check.Refused.class);
        assertThat(LoginSuite.given(logins().refresh(tokens.refreshToken(), LoginFixture::admitted)))
                .isEmpty();
        assertThat(store.type(key(sid(tokens)))).isEmpty();
    }

    Key key(String sid) {
        return UserKeys.SESSION.key(user, sid);
    }

    Key index() {
        return UserKeys.USER_SESSIONS.key(user);
    }

    Document record(String sid) {
        return Document.parse(store.get(key(sid)).orElseThrow()).orElseThrow();
    }

    boolean revokedAccess(Tokens tokens) {
        return store.type(UserKeys.REVOKED_ACCESS.key(accessJwt(tokens).id())).isPresent();
    }

    boolean revokedRefresh(Tokens tokens) {
        return store.type(UserKeys.REVOKED_REFRESH.key(refreshJwt(tokens).id())).isPresent();
    }

    Set<String> indexed() {
        return store.ranks(index(), Order.RISING, 0, -1).stream()
                .map(each -> each.member().text())
                .collect(Collectors.toSet());
    }

    /** Asserts that the index names the sessions that live, and no others. */
    void assertSettled() {
        Set<String> living = logins().sessions(user).stream()
                .map(session -> session.sid().orElseThrow())
                .collect(Collectors.toSet());
        assertThat(indexed()).isEqualTo(living);
        assertThat(living).hasSizeLessThanOrEqualTo(sessions.maxPerUser());
        assertThat(given.stream().map(Tokens::session).map(Session::keyPart).distinct())
                .allMatch(sid -> store.type(key(sid)).isPresent() == living.contains(sid));
    }
}
