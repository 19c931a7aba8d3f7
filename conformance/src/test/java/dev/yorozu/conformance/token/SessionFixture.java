package dev.yorozu.conformance.token;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.json.Document;
import dev.yorozu.jwt.Jwt;
import dev.yorozu.jwt.JwtPolicy;
import dev.yorozu.jwt.Jwts;
import dev.yorozu.keyspace.UserKeys;
import dev.yorozu.secret.Digests;
import dev.yorozu.secret.Storage;
import dev.yorozu.session.Session;
import dev.yorozu.session.SessionLayout;
import dev.yorozu.session.SessionPolicy;
import dev.yorozu.session.SessionPolicy.AtCap;
import dev.yorozu.session.Sessions;
import dev.yorozu.store.Key;
import dev.yorozu.store.Order;
import dev.yorozu.store.Store;
import dev.yorozu.token.AccessTokens;
import dev.yorozu.token.Authentication;
import dev.yorozu.token.Issued;
import dev.yorozu.token.Presented;
import dev.yorozu.token.RefreshPolicy;
import dev.yorozu.token.TokenSessions;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/** One user with sessions, each of which knows its tokens. */
final class SessionFixture extends LineageFixture {
    private static final JwtPolicy ACCESS = jwtPolicy("at+jwt");

    final Jwts access = jwts(ACCESS);
    final Jwts refresh = jwts(ACCESS.forIssuerAlone("rt+jwt"));
    final Key index = UserKeys.USER_SESSIONS.key(id);

    SessionFixture(Setting setting) {
        super(LineageKind.SESSION, setting, UUID.randomUUID().toString());
    }

    TokenSessions logins() {
        return lineage(store);
    }

    private TokenSessions logins(Store through, int cap) {
        RefreshPolicy policy = new RefreshPolicy(
                TokenSuite.ACCESS_LIFE, TokenSuite.WEEK, TokenSuite.LIFE, TokenSuite.ABSOLUTE_LIFE, setting.grace());
        return new TokenSessions(through, sessions(through, cap), access, refresh, policy, storage, RANDOM, clock);
    }

    Sessions sessions(Store through, int cap) {
        SessionPolicy policy = new SessionPolicy(
                TokenSuite.LIFE, TokenSuite.IDLE, TokenSuite.ABSOLUTE_LIFE, cap, AtCap.END_OLDEST, TokenSuite.MINUTE);
        return new Sessions(through, SessionLayout.USERS, policy, storage, RANDOM, clock);
    }

    @Override
    TokenSessions lineage(Store through) {
        return logins(through, setting.cap());
    }

    @Override
    AccessTokens accessTokens(Store through) {
        return lineage(through).access();
    }

    @Override
    Issued issue(Store through) {
        return noted(signIn(lineage(through), false));
    }

    @Override
    Issued issueLasting() {
        return noted(signIn(logins(), true));
    }

    private Issued signIn(TokenSessions logins, boolean remembered) {
        return logins.signIn(remembered, TokenSuite.ATTRIBUTES, claims()).orElseThrow();
    }

    @Override
    void writeOn() {
        end(signIn(logins(store, 40), false));
    }

    @Override
    boolean end(Store through, Issued pair) {
        return lineage(through).end(id, sid(pair));
    }

    /** Logs out as the holder of a pair does, with both tokens. */
    @Override
    boolean endOtherwise(Store through, Issued pair) {
        Authentication check = accessTokens(through).check(pair.accessToken());
        if (check instanceof Authentication.Granted caller) {
            lineage(through).logout(caller, Optional.of(pair.refreshToken()));
        }
        return check instanceof Authentication.Granted;
    }

    @Override
    int endAll(Store through) {
        return lineage(through).endAll(id);
    }

    @Override
    int endAllBut(Store through, Issued pair) {
        return lineage(through).endAllBut(id, sid(pair));
    }

    @Override
    List<String> list() {
        return logins().list(id).stream().map(Session::keyPart).toList();
    }

    @Override
    int listed() {
        return (int) store.size(index);
    }

    @Override
    boolean reuseEnds(Issued stolen, Issued other) {
        return true;
    }

    @Override
    boolean refreshLives(String token) {
        return present(store, token)
                .filter(Presented::isAdmissible)
                .flatMap(Presented::session)
                .flatMap(each -> each.text("refresh_token"))
                .filter(shown -> shown.equals(shown(token)))
                .isPresent();
    }

    /** What stands for a token in a record. */
    String shown(String token) {
        return storage == Storage.DOCUMENTED ? token : Digests.hex(token);
    }

    @Override
    String anotherToken() {
        return token(refresh, "sess-" + RANDOM.hex(16));
    }

    /** A token of this user that names a session. */
    String token(Jwts jwts, String sid) {
        Instant now = clock.instant();
        Document claims = Document.empty().with("sid", sid);
        return jwts.sign(new Jwt(RANDOM.hex(16), id, now, now.plus(TokenSuite.ACCESS_LIFE), claims));
    }

    Jwt refreshJwt(Issued pair) {
        return valid(refresh.verify(pair.refreshToken()));
    }

    Key key(String sid) {
        return UserKeys.SESSION.key(id, sid);
    }

    @Override
    Key truth(Issued pair) {
        return key(sid(pair));
    }

    Document record(Issued pair) {
        return document(truth(pair));
    }

    Key revokedAccess(Issued pair) {
        return UserKeys.REVOKED_ACCESS.key(accessJwt(pair).id());
    }

    Key revokedRefresh(Issued pair) {
        return UserKeys.REVOKED_REFRESH.key(refreshJwt(pair).id());
    }

    /** The sessions that the index has, and where. */
    Map<String, Double> indexed() {
        return store.ranks(index, Order.RISING, 0, -1).stream()
                .collect(Collectors.toMap(each -> each.member().text(), each -> each.score()));
    }

    @Override
    void assertDead(Issued pair) {
        super.assertDead(pair);
        assertThat(holds(truth(pair))).isFalse();
    }

    /** Only a record that shows its tokens lets these be revoked by their ids. */
    @Override
    void assertRemoved(Issued pair) {
        assertDead(pair);
        assertThat(List.of(holds(revokedAccess(pair)), holds(revokedRefresh(pair))))
                .containsOnly(storage == Storage.DOCUMENTED);
    }

    /** The index names the sessions that live, and no others. */
    @Override
    void assertWhole() {
        Set<String> living = Set.copyOf(list());
        assertThat(indexed().keySet()).isEqualTo(living);
        assertThat(living).hasSizeLessThanOrEqualTo(setting.cap());
        for (Issued pair : pairs()) {
            assertThat(holds(truth(pair))).isEqualTo(living.contains(sid(pair)));
            assertThat(living.contains(sid(pair)) || !accessLives(pair))
                    .as("an access token outlives its session")
                    .isTrue();
        }
    }
}
