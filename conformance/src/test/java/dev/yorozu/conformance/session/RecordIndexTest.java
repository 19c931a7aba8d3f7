package dev.yorozu.conformance.session;

import static dev.yorozu.conformance.session.SessionFixture.session;
import static dev.yorozu.conformance.session.SessionFixture.sid;
import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.json.Document;
import dev.yorozu.keyspace.PatreonKeys;
import dev.yorozu.oauth.Grant;
import dev.yorozu.oauth.GrantFields;
import dev.yorozu.secret.Digests;
import dev.yorozu.secret.Storage;
import dev.yorozu.session.Change;
import dev.yorozu.session.EndReasons;
import dev.yorozu.session.Ended;
import dev.yorozu.session.Session;
import dev.yorozu.session.Start;
import dev.yorozu.session.Touch;
import dev.yorozu.store.Key;
import dev.yorozu.store.testkit.FaultyStore;
import dev.yorozu.store.testkit.FaultyStore.Fault;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/**
 * What is true only of sessions that the record of their user lists: the provider's tokens in both, one session a user, and
 * what the earlier program left, which could lose track of sessions.
 */
@OnEveryStore(heldClock = true)
final class RecordIndexTest extends SessionSuite {
    private static final Duration USER_LIFE = Duration.ofDays(31);
    private static final Duration DAY = Duration.ofDays(1);
    private static final Duration GRANTED = Duration.ofDays(31);
    private static final GrantFields GRANTS = GrantFields.PATREON;
    private static final Grant BARE = new Grant(
            "access-bare",
            "Bearer",
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Document.empty());

    /** A grant whose tokens say which it is. */
    private static Grant grant(String name) {
        return new Grant(
                "access-" + name,
                "Bearer",
                Optional.of(GRANTED),
                Optional.of("refresh-" + name),
                Optional.empty(),
                Optional.empty(),
                Document.empty());
    }

    private Session signIn(SessionFixture fixture, Grant grant, Optional<String> profile) {
        Document empty = Document.empty().with("accessToken", "").with("refreshToken", "");
        Document granted = GRANTS.write(empty, grant, clock().instant()).with("userId", fixture.user());
        return session(fixture.startWith(granted.withIfPresent("supabaseUuid", profile), Optional.empty()));
    }

    private Change renew(SessionFixture fixture, Session seen, Grant grant) {
        return fixture.sessions().change(seen, document -> GRANTS.write(document, grant, clock().instant()));
    }

    private static List<String> ended(Start start) {
        return keyParts(((Start.Started) start).ended());
    }

    @IndexKind.Records
    void aSignInLeavesExactlyTheDocumentedRecords(IndexKind kind) {
        SessionFixture fixture = fixture(kind);
        String sid = sid(signIn(fixture, grant("0"), Optional.of("profile")));
        assertThat(sid).matches("[0-9a-f]{64}");
        long end = clock().instant().plus(GRANTED).toEpochMilli();
        Document session = fixture.record(fixture.key(sid));
        assertThat(session.names())
                .containsExactly("accessToken", "refreshToken", "expiresAt", "userId", "supabaseUuid");
        assertThat(session.text("userId")).hasValue(fixture.user());
        assertThat(session.number("expiresAt")).hasValue(end);
        assertThat(session.text("supabaseUuid")).hasValue("profile");
        Document user = fixture.record(fixture.index());
        assertThat(user.names())
                .containsExactly(
                        "accessToken", "refreshToken", "expiresAt", "email", "fullName", "sessionTokens", "updatedAt");
        assertThat(user.number("expiresAt")).hasValue(end);
        assertThat(user.text("email")).hasValue("mia@example.com");
        assertThat(user.text("fullName")).hasValue("Mia 海");
        assertThat(user.texts("sessionTokens"))
                .containsExactly(kind.storage == Storage.DOCUMENTED ? sid : Digests.hex(sid));
        assertThat(user.number("updatedAt")).hasValue(clock().millis());
        assertLife(fixture.key(sid), LIFE);
        assertLife(fixture.index(), USER_LIFE);
        fixture.assertLive(List.of(sid));
    }

    @IndexKind.Records
    void whyASessionEndedIsToldForAsLongAsItCouldHaveLived(IndexKind kind) {
        SessionFixture fixture = fixture(kind);
        String first = fixture.signIn().keyPart();
        Start second = fixture.start();
        EndReasons reasons = new EndReasons(store(), PatreonKeys.ENDED_SESSION, LIFE);
        assertThat(ended(second)).containsExactly(first);
        assertThat(reasons.reason(first)).isEmpty();
        reasons.explain(ended(second), "superseded");
        assertThat(reasons.reason(first)).hasValue("superseded");
        assertThat(reasons.reason(session(second).keyPart())).isEmpty();
        assertLife(PatreonKeys.ENDED_SESSION.key(first), LIFE);

        FaultyStore away = FaultyStore.failing(store(), Fault.REFUSED, 1);
        new EndReasons(away, PatreonKeys.ENDED_SESSION, LIFE).explain(List.of(first), "former_patron");
        assertThat(reasons.reason(first)).hasValue("superseded");
    }

    @IndexKind.Records
    void aSessionGrantsAccessAsLongAsTheProvidersTokenAlsoWhereAGrantSaysLittle(IndexKind kind) {
        SessionFixture fixture = fixture(kind);
        assertGrantsAccessFor(signIn(fixture, grant("0"), Optional.empty()), GRANTED);
        Session found = fixture.found(sid(signIn(fixture, BARE, Optional.empty())));
        assertThat(GRANTS.refreshToken(found)).isEmpty();
        assertThat(found.text("supabaseUuid")).isEmpty();
        assertGrantsAccessFor(found, LIFE);
        assertThat(fixture.record(fixture.key(sid(found))).has("supabaseUuid")).isFalse();
        // A renewal without a refresh token leaves the one before in use.
        Session last = signIn(fixture, grant("0"), Optional.empty());
        renew(fixture, last, BARE);
        assertThat(GRANTS.refreshToken(fixture.found(sid(last)))).hasValue("refresh-0");
    }

    private void assertGrantsAccessFor(Session session, Duration life) {
        Instant end = clock().instant().plus(life);
        assertThat(session.grantsAccess(end.minusMillis(1))).isTrue();
        assertThat(session.grantsAccess(end)).isFalse();
    }

    @IndexKind.Records
    void aRenewalChangesBothRecordsAndStartsTheirLivesAnew(IndexKind kind) {
        SessionFixture fixture = fixture(kind);
        Session session = signIn(fixture, grant("0"), Optional.of("profile"));
        clock().advance(Duration.ofDays(3));
        assertThat(renew(fixture, session, grant("1"))).isInstanceOf(Change.Changed.class);
        Session renewed = fixture.found(sid(session));
        assertThat(GRANTS.accessToken(renewed)).hasValue("access-1");
        assertThat(GRANTS.refreshToken(renewed)).hasValue("refresh-1");
        assertThat(renewed.text("supabaseUuid")).hasValue("profile");
        long end = clock().instant().plus(GRANTED).toEpochMilli();
        Document user = fixture.record(fixture.index());
        assertThat(renewed.number("expiresAt")).hasValue(end);
        assertThat(user.number("expiresAt")).hasValue(end);
        assertThat(user.number("updatedAt")).hasValue(clock().millis());
        assertThat(user.text("fullName")).hasValue("Mia 海");
        if (kind.storage == Storage.DOCUMENTED) {
            assertThat(user.text("accessToken")).hasValue("access-1");
            assertThat(user.text("refreshToken")).hasValue("refresh-1");
        }
        assertLife(fixture.key(sid(session)), LIFE);
        assertLife(fixture.index(), USER_LIFE);
        fixture.assertLive(List.of(sid(session)));
    }

    /** The provider takes the old tokens back when it grants new ones, so these must not be lost for want of a copy. */
    @IndexKind.Records
    void aRenewalWhoseCopyCannotBeWrittenIsOneAllTheSame(IndexKind kind) {
        for (int call : new int[] {1, 3, 4}) {
            SessionFixture fixture = fixture(kind);
            Session session = signIn(fixture, grant("0"), Optional.empty());
            FaultyStore faulty = FaultyStore.failing(store(), Fault.REFUSED, call);
            assertThat(renew(fixture.through(faulty), session, grant("1"))).isInstanceOf(Change.Changed.class);
            assertThat(GRANTS.accessToken(fixture.found(sid(session)))).hasValue("access-1");
        }
    }

    /** As the earlier program wrote it at this moment under its plain token, whatever the storage is now. */
    private String legacySession(SessionFixture fixture) {
        String token = UUID.randomUUID().toString();
        String session = "{\"accessToken\": \"pat-1\", \"refreshToken\": \"pat-2\", \"expiresAt\": "
                + clock().instant().plus(GRANTED).toEpochMilli() + ", \"userId\": \"" + fixture.user()
                + "\", \"extra\": [1, {\"a\": null}]}";
        fixture.put(plainKey(token), session, LIFE);
        return token;
    }

    private static Key plainKey(String token) {
        return PatreonKeys.SESSION.key(token);
    }

    private void assertAllGone(List<String> tokens) {
        assertThat(tokens).allMatch(token -> store().type(plainKey(token)).isEmpty());
    }

    private static void list(SessionFixture fixture, List<String> tokens) {
        fixture.put(
                fixture.index(),
                Document.empty()
                        .with("accessToken", "pat-1")
                        .with("refreshToken", "pat-2")
                        .with("expiresAt", 1)
                        .with("email", "old@example.com")
                        .with("fullName", "Old")
                        .with("sessionTokens", tokens)
                        .with("updatedAt", 1)
                        .bytes()
                        .text(),
                DAY);
    }

    @Test
    void aSessionOfTheEarlierProgramWorksAsItIs() {
        SessionFixture fixture = fixture(IndexKind.RECORD);
        String token = legacySession(fixture);
        list(fixture, List.of(token));
        Session session = fixture.found(token);
        assertThat(session.user()).isEqualTo(fixture.user());
        assertThat(GRANTS.accessToken(session)).hasValue("pat-1");
        assertThat(GRANTS.refreshToken(session)).hasValue("pat-2");
        assertThat(session.text("supabaseUuid")).isEmpty();
        renew(fixture, session, grant("1"));
        assertThat(fixture.record(fixture.key(token)).names())
                .containsExactly("accessToken", "refreshToken", "expiresAt", "userId", "extra");
        assertThat(fixture.record(fixture.index()).text("accessToken")).hasValue("access-1");
        assertThat(fixture.end(token)).isPresent();
        fixture.assertEmpty();
    }

    @IndexKind.Records
    void allThatTheEarlierProgramListsEndWithTheNextSignInOrTogether(IndexKind kind) {
        SessionFixture fixture = fixture(kind);
        List<String> tokens = List.of(legacySession(fixture), legacySession(fixture), legacySession(fixture));
        list(fixture, tokens);
        assertThat(ended(fixture.start())).isEqualTo(tokens);
        assertAllGone(tokens);
        fixture.assertLive(fixture.acknowledged());

        List<String> others = List.of(legacySession(fixture), UUID.randomUUID().toString(), legacySession(fixture));
        list(fixture, others);
        assertThat(fixture.sessions().keyParts(fixture.user())).isEqualTo(others);
        List<Ended> ended = fixture.endAll();
        assertThat(lived(ended)).isEqualTo(2);
        assertThat(keyParts(ended)).isEqualTo(others);
        assertThat(store().type(fixture.index())).isEmpty();
    }

    @Test
    void aSessionThatIsListedNowhereIsListedWhenItIsUsed() {
        SessionFixture fixture = fixture(IndexKind.RECORD);
        String listed = legacySession(fixture);
        String one = legacySession(fixture);
        String other = legacySession(fixture);
        fixture.touched(fixture.found(one));
        assertThat(fixture.indexed()).containsExactly(one);
        assertLife(fixture.index(), USER_LIFE);
        list(fixture, List.of(listed));
        fixture.touched(fixture.found(one));
        fixture.touched(fixture.found(other));
        assertThat(fixture.indexed()).containsExactly(listed, one, other);
        assertThat(fixture.record(fixture.index()).text("fullName")).hasValue("Old");
        assertThat(ended(fixture.start())).containsExactly(listed, one, other);
        assertAllGone(List.of(listed, one, other));
    }

    @Test
    void aSessionThatIsListedNowhereIsOverOnceItsUserSignedInOrEndedAll() {
        for (boolean signIn : List.of(true, false)) {
            SessionFixture fixture = fixture(IndexKind.RECORD);
            String lost = legacySession(fixture);
            if (signIn) {
                fixture.sessions().end(fixture.signIn());
            } else {
                fixture.endAll();
            }
            assertThat(fixture.touch(fixture.found(lost))).isEqualTo(new Touch.Gone());
            assertAllGone(List.of(lost));
            assertThat(fixture.indexed()).isEmpty();
            Session own = fixture.signIn();
            fixture.touched(own);
            fixture.assertLive(List.of(sid(own)));
        }
    }

    @Test
    void theEndOfOneOfSeveralLeavesTheOthersListed() {
        SessionFixture fixture = fixture(IndexKind.RECORD);
        List<String> tokens = List.of(legacySession(fixture), legacySession(fixture));
        list(fixture, tokens);
        assertThat(fixture.end(tokens.get(0))).isPresent();
        assertThat(fixture.indexed()).containsExactly(tokens.get(1));
        assertThat(fixture.record(fixture.index()).text("fullName")).hasValue("Old");
        assertLife(fixture.index(), DAY);
        fixture.found(tokens.get(1));
        assertThat(fixture.end(tokens.get(1))).isPresent();
        fixture.assertEmpty();
    }

    @IndexKind.Records
    void aBrokenRecordIsNoObstacleAndHidesNoSession(IndexKind kind) {
        for (String around : List.of(
                "{\"accessToken\":\"x\",\"sessionTokens\":[\"%s\"],\"upda",
                "{\"sessionTokens\":[null,\"%s\"]}", "{\"sessionTokens\":{\"0\":\"%s\"}}", "[\"%s\"]", "%s")) {
            SessionFixture fixture = fixture(kind);
            String token = legacySession(fixture);
            fixture.put(fixture.index(), around.formatted(token), LIFE);
            assertThat(ended(fixture.start())).as(around).containsExactly(token);
            assertAllGone(List.of(token));
            fixture.endAll();

            String another = legacySession(fixture);
            fixture.put(fixture.index(), around.formatted(another), LIFE);
            assertThat(keyParts(fixture.endAll())).containsExactly(another);
            assertAllGone(List.of(another));
            fixture.assertEmpty();
        }
    }

    @IndexKind.Records
    void aRecordThatListsNoSessionOrIsOfAnotherTypeIsNoObstacle(IndexKind kind) {
        for (String broken : List.of("", "{", "null", "{}", "{\"sessionTokens\":[\"usertoken:1\",\"../x\"]}", "é")) {
            SessionFixture fixture = fixture(kind);
            assertIsNoObstacle(fixture, () -> fixture.put(fixture.index(), broken, LIFE));
        }
        SessionFixture fixture = fixture(kind);
        assertIsNoObstacle(fixture, () -> fixture.putSet(fixture.index()));
    }

    private void assertIsNoObstacle(SessionFixture fixture, Runnable breaking) {
        breaking.run();
        assertThat(fixture.sessions().keyParts(fixture.user())).isEmpty();
        Session session = fixture.signIn();
        fixture.assertLive(List.of(sid(session)));
        breaking.run();
        assertThat(renew(fixture, session, grant("1"))).isInstanceOf(Change.Changed.class);
        assertThat(fixture.end(sid(session))).isPresent();
        fixture.assertEmpty();
        breaking.run();
        assertThat(fixture.endAll()).isEmpty();
        fixture.assertEmpty();
    }

    /** Neither a key, which is a digest, grants access nor what was sealed for another token. */
    @Test
    void whatHardenedStorageShowsGrantsNoAccess() {
        SessionFixture hardened = fixture(IndexKind.HARDENED_RECORD).started(1);
        Session other = hardened.first();
        assertThat(fixture(IndexKind.RECORD).find(other.keyPart())).isEmpty();
        SessionFixture another = fixture(IndexKind.HARDENED_RECORD).started(1);
        another.put(
                another.key(another.firstSid()),
                hardened.record(hardened.key(hardened.firstSid())).bytes().text(),
                LIFE);
        assertThat(another.find(another.firstSid())).isEmpty();
        hardened.first();
    }
}
