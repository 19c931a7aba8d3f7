package dev.yorozu.conformance.token;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.DrawnTokens;
import dev.yorozu.json.Document;
import dev.yorozu.jwt.Jwt;
import dev.yorozu.jwt.JwtPolicy;
import dev.yorozu.jwt.Jwts;
import dev.yorozu.jwt.Verification;
import dev.yorozu.keyspace.PatreonKeys;
import dev.yorozu.secret.Storage;
import dev.yorozu.secret.TokenForm;
import dev.yorozu.session.Ended;
import dev.yorozu.session.Session;
import dev.yorozu.session.SessionLayout;
import dev.yorozu.session.SessionPolicy;
import dev.yorozu.session.Sessions;
import dev.yorozu.session.Start;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import dev.yorozu.store.Store;
import dev.yorozu.store.testkit.HeldClock;
import dev.yorozu.token.AccessTokens;
import dev.yorozu.token.Claims;
import dev.yorozu.token.Issued;
import dev.yorozu.token.Lineage;
import dev.yorozu.token.RefreshPolicy;
import dev.yorozu.token.SessionClaims;
import dev.yorozu.token.TokenFamilies;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/** One user with one session, on which every family of tokens hangs. */
final class FamilyFixture extends LineageFixture {
    private final RefreshPolicy policy;
    private final DrawnTokens drawn = DrawnTokens.uuids();

    FamilyFixture(Store store, Storage storage, Duration grace, HeldClock clock) {
        super(store, storage, clock, Long.toString(ThreadLocalRandom.current().nextLong(1L << 40, 1L << 62)));
        this.policy = RefreshPolicy.of(TokenSuite.ACCESS_LIFE, TokenSuite.LIFE, grace);
    }

    Jwts jwts() {
        return jwts(jwtPolicy(JwtPolicy.JWT));
    }

    Sessions sessions(Store through) {
        SessionPolicy life = SessionPolicy.singleDevice(TokenSuite.LIFE);
        return new Sessions(through, SessionLayout.PATREON, life, storage, RANDOM, clock);
    }

    TokenFamilies families(Store through) {
        return new TokenFamilies(
                through, sessions(through), jwts(), sealed(through), policy, storage, drawn.tokens(), clock);
    }

    private SessionClaims sealed(Store through) {
        return SessionClaims.sealed(sessions(through), "pid", SECRET, RANDOM, clock);
    }

    @Override
    Lineage lineage(Store through) {
        return families(through);
    }

    @Override
    AccessTokens accessTokens(Store through) {
        return families(through).access();
    }

    @Override
    Claims claims() {
        return new Claims("profile-" + user(), CLAIMS);
    }

    /** Begins a session; the one before ends. */
    Session sit(Store through) {
        Document attributes = Document.empty()
                .with("expiresAt", clock.instant().plus(TokenSuite.LIFE).toEpochMilli());
        Start start = sessions(through).start(user(), attributes);
        return start instanceof Start.Started started ? started.session() : ((Start.Overtaken) start).session();
    }

    static Session session(Issued pair) {
        return pair.session().orElseThrow();
    }

    static String sid(Issued pair) {
        return session(pair).sid().orElseThrow();
    }

    @Override
    Issued issue(Store through) {
        Session session = sessions(through).list(user()).stream()
                .flatMap(listed ->
                        pairs().stream().filter(pair -> session(pair).keyPart().equals(listed.keyPart())))
                .findFirst()
                .map(FamilyFixture::session)
                .orElseGet(() -> sit(through));
        return issue(through, session);
    }

    Issued issue(Store through, Session session) {
        return noted(families(through).issue(session, claims()));
    }

    @Override
    FamilyFixture issued(int count) {
        super.issued(count);
        return this;
    }

    @Override
    void writeOn() {
        issue();
    }

    @Override
    List<End> ends() {
        return List.of(this::end, (through, pair) -> sit(through), (through, pair) -> endAll(through));
    }

    @Override
    boolean end(Store through, Issued pair) {
        return sessions(through).end(sid(pair)).isPresent();
    }

    @Override
    int endAll(Store through) {
        return (int)
                sessions(through).endAll(user()).stream().filter(Ended::lived).count();
    }

    @Override
    int endAllBut(Store through, Issued pair) {
        throw new UnsupportedOperationException("A user has one session");
    }

    @Override
    int listed() {
        return sessions(store).list(user()).size();
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
        return unspent
                && present(store, token).filter(each -> each.isAdmissible()).isPresent();
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

    Document document(Key key) {
        return store.get(key).flatMap(Document::parse).orElseThrow();
    }

    void put(Key key, Document document) {
        put(key, document.bytes().text());
    }

    void put(Key key, String text) {
        byHand(batch -> batch.put(key, text, Expiry.after(Duration.ofDays(1))));
    }

    Jwt jwt(Issued pair) {
        return ((Verification.Valid) jwts().verify(pair.accessToken())).jwt();
    }

    @Override
    void assertDead(Issued pair) {
        super.assertDead(pair);
        assertThat(TokenSuite.pair(unnoted(store, pair.refreshToken()))).isEmpty();
    }

    @Override
    void assertNothingPrepared() {
        assertThat(drawn.drawn().stream().filter(token -> store.type(key(token)).isPresent()))
                .isSubsetOf(pairs().stream().map(Issued::refreshToken).toList());
    }

    @Override
    void assertWhole() {
        assertThat(listed()).isLessThanOrEqualTo(1);
        for (Issued pair : pairs()) {
            boolean lives = refreshLives(pair.refreshToken());
            assertThat(lives
                            && !accessLives(pair)
                            && clock.instant().isBefore(pair.login().issuedAt().plus(TokenSuite.ACCESS_LIFE)))
                    .as("a refresh token lives without the access token that came with it")
                    .isFalse();
            assertThat(line(pair).map(Issued::refreshToken).distinct().filter(this::refreshLives))
                    .hasSizeLessThanOrEqualTo(1);
        }
    }
}
