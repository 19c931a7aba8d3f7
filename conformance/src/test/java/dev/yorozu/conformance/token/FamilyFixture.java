package dev.yorozu.conformance.token;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.DrawnTokens;
import dev.yorozu.json.Document;
import dev.yorozu.jwt.JwtPolicy;
import dev.yorozu.jwt.Jwts;
import dev.yorozu.keyspace.PatreonKeys;
import dev.yorozu.secret.TokenForm;
import dev.yorozu.session.Ended;
import dev.yorozu.session.Session;
import dev.yorozu.session.SessionLayout;
import dev.yorozu.session.SessionPolicy;
import dev.yorozu.session.Sessions;
import dev.yorozu.session.Start;
import dev.yorozu.store.Key;
import dev.yorozu.store.Store;
import dev.yorozu.token.AccessTokens;
import dev.yorozu.token.Claims;
import dev.yorozu.token.Issued;
import dev.yorozu.token.Presented;
import dev.yorozu.token.RefreshPolicy;
import dev.yorozu.token.SessionClaims;
import dev.yorozu.token.TokenFamilies;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/** One user with one session, on which every family of tokens hangs. */
final class FamilyFixture extends LineageFixture {
    final Jwts jwts = jwts(jwtPolicy(JwtPolicy.JWT));
    private final DrawnTokens drawn = DrawnTokens.uuids();

    FamilyFixture(Setting setting) {
        super(
                LineageKind.FAMILY,
                setting,
                Long.toString(ThreadLocalRandom.current().nextLong(1L << 40, 1L << 62)));
    }

    Sessions sessions(Store through) {
        SessionPolicy life = SessionPolicy.singleDevice(TokenSuite.LIFE);
        return new Sessions(through, SessionLayout.PATREON, life, storage, RANDOM, clock);
    }

    @Override
    TokenFamilies lineage(Store through) {
        Sessions sessions = sessions(through);
        SessionClaims sealed = SessionClaims.sealed(sessions, "pid", SECRET, RANDOM, clock);
        RefreshPolicy policy = RefreshPolicy.of(TokenSuite.ACCESS_LIFE, TokenSuite.LIFE, setting.grace());
        return new TokenFamilies(through, sessions, jwts, sealed, policy, storage, drawn.tokens(), clock);
    }

    @Override
    AccessTokens accessTokens(Store through) {
        return lineage(through).access();
    }

    @Override
    Claims claims() {
        return new Claims("profile-" + id, CLAIMS);
    }

    /** Begins a session; the one before ends. */
    Session takeOver(Store through) {
        Document attributes = Document.empty()
                .with("expiresAt", clock.instant().plus(TokenSuite.LIFE).toEpochMilli());
        Start start = sessions(through).start(id, attributes);
        return start instanceof Start.Started started ? started.session() : ((Start.Overtaken) start).session();
    }

    @Override
    Issued issue(Store through) {
        Session session = sessions(through).list(id).stream()
                .flatMap(listed ->
                        pairs().stream().filter(pair -> session(pair).keyPart().equals(listed.keyPart())))
                .findFirst()
                .map(LineageFixture::session)
                .orElseGet(() -> takeOver(through));
        return noted(lineage(through).issue(session, claims()));
    }

    @Override
    void writeOn() {
        issue();
    }

    @Override
    boolean end(Store through, Issued pair) {
        return sessions(through).end(sid(pair)).isPresent();
    }

    @Override
    boolean endOtherwise(Store through, Issued pair) {
        return takeOver(through).sid().isPresent();
    }

    @Override
    int endAll(Store through) {
        return (int) sessions(through).endAll(id).stream().filter(Ended::lived).count();
    }

    @Override
    List<String> list() {
        return sessions(store).list(id).stream().map(Session::keyPart).toList();
    }

    @Override
    boolean endTogether(Issued one, Issued other) {
        return sid(one).equals(sid(other));
    }

    @Override
    boolean refreshLives(String token) {
        boolean unspent = store.get(key(token))
                .flatMap(Document::parse)
                .flatMap(record -> record.flag("isUsed"))
                .equals(Optional.of(false));
        return unspent && present(store, token).filter(Presented::isAdmissible).isPresent();
    }

    @Override
    String anotherToken() {
        return TokenForm.UUID.next(RANDOM);
    }

    Key key(String token) {
        return PatreonKeys.REFRESH.key(TokenForm.UUID.keyPart(token, storage));
    }

    Key sessionKey(Issued pair) {
        return PatreonKeys.SESSION.key(session(pair).keyPart());
    }

    static Key tombstone(Issued pair) {
        return PatreonKeys.ENDED_FAMILY.key(pair.login().id());
    }

    @Override
    Key truth(Issued pair) {
        return key(pair.refreshToken());
    }

    Document record(Issued pair) {
        return document(truth(pair));
    }

    void put(Key key, Document document) {
        put(key, document.bytes().text());
    }

    @Override
    void assertNothingPrepared() {
        assertThat(drawn.drawn().stream().filter(token -> holds(key(token))))
                .isSubsetOf(pairs().stream().map(Issued::refreshToken).toList());
    }

    @Override
    void assertWhole() {
        assertThat(listed()).isLessThanOrEqualTo(1);
        for (Issued pair : pairs()) {
            assertThat(current(pair)
                            && !accessLives(pair)
                            && clock.instant().isBefore(pair.login().issuedAt().plus(TokenSuite.ACCESS_LIFE)))
                    .as("a refresh token lives without the access token that came with it")
                    .isFalse();
            assertThat(line(pair).map(Issued::refreshToken).distinct().filter(this::refreshLives))
                    .hasSizeLessThanOrEqualTo(1);
        }
    }
}
