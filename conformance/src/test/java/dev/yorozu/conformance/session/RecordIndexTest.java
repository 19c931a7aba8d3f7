package dev.yorozu.conformance.session;

import static dev.yorozu.conformance.seat.Seating.accessToken;
import static dev.yorozu.conformance.seat.Seating.refreshToken;
import static dev.yorozu.conformance.seat.Seating.renew;
import static dev.yorozu.conformance.session.SessionFixture.session;
import static dev.yorozu.conformance.session.SessionFixture.sid;
import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.conformance.seat.Seating;
import dev.yorozu.json.Document;
import dev.yorozu.keyspace.PatreonKeys;
import dev.yorozu.oauth.Grant;
import dev.yorozu.secret.Digests;
import dev.yorozu.secret.Storage;
import dev.yorozu.session.Change;
import dev.yorozu.session.EndReasons;
import dev.yorozu.session.Ended;
import dev.yorozu.session.Session;
import dev.yorozu.session.Start;
import dev.yorozu.session.Touch;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
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
    private static final Duration GRANTED = Duration.ofDays(31);
    private static final Document PERSON = Seating.person("mia@example.com", "Mia 海");

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

    private Session take(SessionFixture scene, Grant grant, Optional<String> profile) {
        return session(Seating.take(scene.sessions(), scene.user, PERSON, grant, profile, clock().instant()));
    }

    private Change renewed(SessionFixture scene, Session seen, String name) {
        return renew(scene.sessions(), seen, grant(name), clock().instant());
    }

    private static List<String> ended(Start start) {
        return keyParts(((Start.Started) start).ended());
    }

    private static List<String> keyParts(List<Ended> ended) {
        return ended.stream().map(Ended::keyPart).toList();
    }

    @IndexKind.Records
    void aSignInLeavesExactlyTheDocumentedRecords(IndexKind kind) {
        SessionFixture scene = scene(kind);
        String sid = sid(take(scene, grant("0"), Optional.of("profile")));
        assertThat(sid).matches("[0-9a-f]{64}");
        long end = clock().instant().plus(GRANTED).toEpochMilli();
        Document session = scene.record(scene.key(sid));
        assertThat(session.names())
                .containsExactly("accessToken", "refreshToken", "expiresAt", "userId", "supabaseUuid");
        assertThat(session.text("userId")).hasValue(scene.user);
        assertThat(session.number("expiresAt")).hasValue(end);
        assertThat(session.text("supabaseUuid")).hasValue("profile");
        Document user = scene.record(scene.index());
        assertThat(user.names())
                .containsExactly(
                        "accessToken", "refreshToken", "expiresAt", "email", "fullName", "sessionTokens", "updatedAt");
        assertThat(user.number("expiresAt")).hasValue(end);
        assertThat(user.text("email")).hasValue("mia@example.com");
        assertThat(user.text("fullName")).hasValue("Mia 海");
        assertThat(user.texts("sessionTokens"))
                .containsExactly(kind.storage == Storage.DOCUMENTED ? sid : Digests.hex(sid));
        assertThat(user.number("updatedAt")).hasValue(clock().millis());
        assertLife(scene.key(sid), LIFE);
        assertLife(scene.index(), USER_LIFE);
        scene.assertLive(List.of(sid));
    }

    @IndexKind.Records
    void whyASessionEndedIsToldForAsLongAsItCouldHaveLived(IndexKind kind) {
        SessionFixture scene = scene(kind);
        String first = scene.signIn().keyPart();
        Start second = scene.start();
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
        SessionFixture scene = scene(kind);
        Grant bare = new Grant(
                "access-bare",
                "Bearer",
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Document.empty());
        assertGrantsAccessFor(take(scene, grant("0"), Optional.empty()), GRANTED);
        Session found = scene.found(sid(take(scene, bare, Optional.empty())));
        assertThat(refreshToken(found)).isEmpty();
        assertThat(found.text("supabaseUuid")).isEmpty();
        assertGrantsAccessFor(found, LIFE);
        assertThat(scene.record(scene.key(sid(found))).has("supabaseUuid")).isFalse();
        // A renewal without a refresh token leaves the one before in use.
        Session sat = take(scene, grant("0"), Optional.empty());
        renew(scene.sessions(), sat, bare, clock().instant());
        assertThat(refreshToken(scene.found(sid(sat)))).isEqualTo("refresh-0");
    }

    private void assertGrantsAccessFor(Session session, Duration life) {
        Instant end = clock().instant().plus(life);
        assertThat(session.grantsAccess(end.minusMillis(1))).isTrue();
        assertThat(session.grantsAccess(end)).isFalse();
    }

    @IndexKind.Records
    void aRenewalChangesBothRecordsAndStartsTheirLivesAnew(IndexKind kind) {
        SessionFixture scene = scene(kind);
        Session seat = take(scene, grant("0"), Optional.of("profile"));
        clock().advance(Duration.ofDays(3));
        assertThat(renewed(scene, seat, "1")).isInstanceOf(Change.Changed.class);
        Session renewed = scene.found(sid(seat));
        assertThat(accessToken(renewed)).isEqualTo("access-1");
        assertThat(refreshToken(renewed)).isEqualTo("refresh-1");
        assertThat(renewed.text("supabaseUuid")).hasValue("profile");
        long end = clock().instant().plus(GRANTED).toEpochMilli();
        Document user = scene.record(scene.index());
        assertThat(renewed.number("expiresAt")).hasValue(end);
        assertThat(user.number("expiresAt")).hasValue(end);
        assertThat(user.number("updatedAt")).hasValue(clock().millis());
        assertThat(user.text("fullName")).hasValue("Mia 海");
        if (kind.storage == Storage.DOCUMENTED) {
            assertThat(user.text("accessToken")).hasValue("access-1");
            assertThat(user.text("refreshToken")).hasValue("refresh-1");
        }
        assertLife(scene.key(sid(seat)), LIFE);
        assertLife(scene.index(), USER_LIFE);
        scene.assertLive(List.of(sid(seat)));
    }

    /** The provider takes the old tokens back when it grants new ones, so these must not be lost for want of a copy. */
    @IndexKind.Records
    void aRenewalWhoseCopyCannotBeWrittenIsOneAllTheSame(IndexKind kind) {
        for (int call : new int[] {1, 3, 4}) {
            SessionFixture scene = scene(kind);
            Session seat = take(scene, grant("0"), Optional.empty());
            FaultyStore faulty = FaultyStore.failing(store(), Fault.REFUSED, call);
            assertThat(renew(scene.sessions(faulty), seat, grant("1"), clock().instant()))
                    .isInstanceOf(Change.Changed.class);
            assertThat(accessToken(scene.found(sid(seat)))).isEqualTo("access-1");
        }
    }

    /** As the earlier program wrote it at this moment under its plain token, whatever the storage is now. */
    private String legacySession(SessionFixture scene) {
        String token = UUID.randomUUID().toString();
        String session = "{\"accessToken\": \"pat-1\", \"refreshToken\": \"pat-2\", \"expiresAt\": "
                + clock().instant().plus(GRANTED).toEpochMilli() + ", \"userId\": \"" + scene.user
                + "\", \"extra\": [1, {\"a\": null}]}";
        store().commit(Batch.builder()
                .put(plainKey(token), session, Expiry.after(LIFE))
                .build());
        return token;
    }

    private static Key plainKey(String token) {
        return PatreonKeys.SESSION.key(token);
    }

    private void assertAllGone(List<String> tokens) {
        assertThat(tokens).allMatch(token -> store().type(plainKey(token)).isEmpty());
    }

    private static void list(SessionFixture scene, List<String> tokens) {
        scene.put(
                scene.index(),
                Document.empty()
                        .with("accessToken", "pat-1")
                        .with("refreshToken", "pat-2")
                        .with("expiresAt", 1)
                        .with("email", "old@example.com")
                        .with("fullName", "Old")
                        .with("sessionTokens", tokens)
                        .with("updatedAt", 1)
                        .bytes()
                        .text());
    }

    @Test
    void aSessionOfTheEarlierProgramWorksAsItIs() {
        SessionFixture scene = scene(IndexKind.RECORD);
        String token = legacySession(scene);
        list(scene, List.of(token));
        Session seat = scene.found(token);
        assertThat(seat.user()).isEqualTo(scene.user);
        assertThat(accessToken(seat)).isEqualTo("pat-1");
        assertThat(refreshToken(seat)).isEqualTo("pat-2");
        assertThat(seat.text("supabaseUuid")).isEmpty();
        renewed(scene, seat, "1");
        assertThat(scene.record(scene.key(token)).names())
                .containsExactly("accessToken", "refreshToken", "expiresAt", "userId", "extra");
        assertThat(scene.record(scene.index()).text("accessToken")).hasValue("access-1");
        assertThat(scene.end(token)).isPresent();
        scene.assertEmpty();
    }

    @IndexKind.Records
    void allThatTheEarlierProgramListsEndWithTheNextSignInOrTogether(IndexKind kind) {
        SessionFixture scene = scene(kind);
        List<String> tokens = List.of(legacySession(scene), legacySession(scene), legacySession(scene));
        list(scene, tokens);
        assertThat(ended(scene.start())).isEqualTo(tokens);
        assertAllGone(tokens);
        scene.assertLive(scene.acknowledged());

        List<String> others = List.of(legacySession(scene), UUID.randomUUID().toString(), legacySession(scene));
        list(scene, others);
        assertThat(scene.sessions().keyParts(scene.user)).isEqualTo(others);
        List<Ended> ended = scene.sessions().endAll(scene.user);
        assertThat(ended).filteredOn(Ended::lived).hasSize(2);
        assertThat(keyParts(ended)).isEqualTo(others);
        assertThat(store().type(scene.index())).isEmpty();
    }

    @Test
    void aSessionThatIsListedNowhereIsListedWhenItIsUsed() {
        SessionFixture scene = scene(IndexKind.RECORD);
        String listed = legacySession(scene);
        String one = legacySession(scene);
        String other = legacySession(scene);
        scene.assertTouched(scene.sessions().touch(scene.found(one)));
        assertThat(scene.indexed()).containsExactly(one);
        assertLife(scene.index(), USER_LIFE);
        list(scene, List.of(listed));
        scene.assertTouched(scene.sessions().touch(scene.found(one)));
        scene.assertTouched(scene.sessions().touch(scene.found(other)));
        assertThat(scene.indexed()).containsExactly(listed, one, other);
        assertThat(scene.record(scene.index()).text("fullName")).hasValue("Old");
        assertThat(ended(scene.start())).containsExactly(listed, one, other);
        assertAllGone(List.of(listed, one, other));
    }

    @Test
    void aSessionThatIsListedNowhereIsOverOnceItsUserSignedInOrEndedAll() {
        for (boolean signIn : List.of(true, false)) {
            SessionFixture scene = scene(IndexKind.RECORD);
            String lost = legacySession(scene);
            if (signIn) {
                scene.sessions().end(scene.signIn());
            } else {
                scene.sessions().endAll(scene.user);
            }
            assertThat(scene.sessions().touch(scene.found(lost))).isEqualTo(new Touch.Gone());
            assertAllGone(List.of(lost));
            assertThat(scene.indexed()).isEmpty();
            Session own = scene.signIn();
            scene.assertTouched(scene.sessions().touch(own));
            scene.assertLive(List.of(sid(own)));
        }
    }

    @Test
    void theEndOfOneOfSeveralLeavesTheOthersListed() {
        SessionFixture scene = scene(IndexKind.RECORD);
        List<String> tokens = List.of(legacySession(scene), legacySession(scene));
        list(scene, tokens);
        assertThat(scene.end(tokens.get(0))).isPresent();
        assertThat(scene.indexed()).containsExactly(tokens.get(1));
        assertThat(scene.record(scene.index()).text("fullName")).hasValue("Old");
        assertLife(scene.index(), Duration.ofDays(1));
        scene.found(tokens.get(1));
        assertThat(scene.end(tokens.get(1))).isPresent();
        scene.assertEmpty();
    }

    @IndexKind.Records
    void aBrokenRecordStandsInNobodysWayAndHidesNobody(IndexKind kind) {
        for (String around : List.of(
                "{\"accessToken\":\"x\",\"sessionTokens\":[\"%s\"],\"upda",
                "{\"sessionTokens\":[null,\"%s\"]}", "{\"sessionTokens\":{\"0\":\"%s\"}}", "[\"%s\"]", "%s")) {
            SessionFixture scene = scene(kind);
            String token = legacySession(scene);
            scene.put(scene.index(), around.formatted(token));
            assertThat(ended(scene.start())).as(around).containsExactly(token);
            assertAllGone(List.of(token));
            scene.sessions().endAll(scene.user);

            String another = legacySession(scene);
            scene.put(scene.index(), around.formatted(another));
            assertThat(keyParts(scene.sessions().endAll(scene.user))).containsExactly(another);
            assertAllGone(List.of(another));
            scene.assertEmpty();
        }
    }

    @IndexKind.Records
    void aRecordThatListsNobodyOrIsOfAnotherTypeStandsInNobodysWay(IndexKind kind) {
        for (String broken : List.of("", "{", "null", "{}", "{\"sessionTokens\":[\"usertoken:1\",\"../x\"]}", "é")) {
            SessionFixture scene = scene(kind);
            assertInNobodysWay(scene, () -> scene.put(scene.index(), broken));
        }
        SessionFixture scene = scene(kind);
        assertInNobodysWay(scene, () -> {
            scene.delete(scene.index());
            store().commit(Batch.builder()
                    .setAdd(scene.index(), Bytes.of("x"))
                    .expire(scene.index(), Expiry.after(Duration.ofDays(1)))
                    .build());
        });
    }

    private void assertInNobodysWay(SessionFixture scene, Runnable breaking) {
        breaking.run();
        assertThat(scene.sessions().keyParts(scene.user)).isEmpty();
        Session seat = scene.signIn();
        scene.assertLive(List.of(sid(seat)));
        breaking.run();
        assertThat(renewed(scene, seat, "1")).isInstanceOf(Change.Changed.class);
        assertThat(scene.end(sid(seat))).isPresent();
        scene.assertEmpty();
        breaking.run();
        assertThat(scene.sessions().endAll(scene.user)).isEmpty();
        scene.assertEmpty();
    }

    /** In a store whose keys are digests, nobody comes in with a key; nor with what was sealed for another token. */
    @Test
    void whatHardenedStorageShowsLetsNobodyIn() {
        SessionFixture hardened = scene(IndexKind.HARDENED_RECORD).started(1);
        Session other = hardened.first();
        assertThat(scene(IndexKind.RECORD).find(other.keyPart())).isEmpty();
        SessionFixture another = scene(IndexKind.HARDENED_RECORD).started(1);
        another.put(
                another.key(another.firstSid()),
                hardened.record(hardened.key(hardened.firstSid())).bytes().text());
        assertThat(another.find(another.firstSid())).isEmpty();
        hardened.first();
    }
}
