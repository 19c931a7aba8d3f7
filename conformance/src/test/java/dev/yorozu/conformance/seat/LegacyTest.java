package dev.yorozu.conformance.seat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.InBothStorages;
import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.json.Document;
import dev.yorozu.keyspace.PatreonKeys;
import dev.yorozu.seat.Ended;
import dev.yorozu.seat.Refresh;
import dev.yorozu.seat.Seat;
import dev.yorozu.seat.SeatTokens.Issued;
import dev.yorozu.seat.Taken;
import dev.yorozu.secret.Storage;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import dev.yorozu.store.Write;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What the earlier program left, and what nobody's program wrote. */
@OnEveryStore(heldClock = true)
final class LegacyTest extends SeatSuite {
    private static String uuid() {
        return UUID.randomUUID().toString();
    }

    private String session(SeatFixture table) {
        return "{\"accessToken\": \"pat-1\", \"refreshToken\": \"pat-2\", \"expiresAt\": "
                + clock().instant().plus(GRANTED).toEpochMilli() + ", \"userId\": \"" + table.user
                + "\", \"extra\": [1, {\"a\": null}]}";
    }

    /** A session under its plain token, whatever the storage is now. */
    private String legacySession(SeatFixture table) {
        String token = uuid();
        table.put(PatreonKeys.SESSION.key(token), session(table));
        return token;
    }

    private static String userRecord(List<String> sessions) {
        return Document.empty()
                .with("accessToken", "pat-1")
                .with("refreshToken", "pat-2")
                .with("expiresAt", 1)
                .with("email", "old@example.com")
                .with("fullName", "Old")
                .with("sessionTokens", sessions)
                .with("updatedAt", 1)
                .bytes()
                .text();
    }

    @Test
    void aSessionOfTheEarlierProgramWorksAsItIs() {
        SeatFixture table = table(Storage.DOCUMENTED);
        String token = legacySession(table);
        table.put(table.userKey(), userRecord(List.of(token)));
        Seat seat = table.seats().find(token).orElseThrow();
        assertThat(seat.user()).isEqualTo(table.user);
        assertThat(seat.accessToken()).isEqualTo("pat-1");
        assertThat(seat.refreshToken()).isEqualTo("pat-2");
        assertThat(seat.profile()).isEmpty();
        Issued issued = table.issue(seat);
        table.assertAdmits(issued);
        table.seats().change(seat, grant("1"), clock().instant());
        Document changed = table.document(table.session(token));
        assertThat(changed.names()).containsExactly("accessToken", "refreshToken", "expiresAt", "userId", "extra");
        assertThat(table.document(table.userKey()).text("accessToken")).hasValue("access-1");
        assertThat(table.seats().end(token)).isTrue();
        assertThat(store().type(table.userKey())).isEmpty();
        table.assertRefuses(issued);
    }

    @InBothStorages
    void allThatTheEarlierProgramListsEndWithTheNextSignIn(Storage storage) {
        SeatFixture table = table(storage);
        List<String> tokens = List.of(legacySession(table), legacySession(table), legacySession(table));
        table.put(table.userKey(), userRecord(tokens));
        Taken taken = table.take();
        assertThat(taken.ended()).containsExactlyElementsOf(tokens);
        for (String token : tokens) {
            assertThat(store().type(PatreonKeys.SESSION.key(token))).isEmpty();
        }
        table.assertSitsAlone(taken.seat());
    }

    /** As the earlier program wrote it at this moment, and lost track of it. */
    private String lostSession(SeatFixture table) {
        String token = uuid();
        store().commit(Batch.builder()
                .put(PatreonKeys.SESSION.key(token), session(table), Expiry.after(LIFE))
                .build());
        return token;
    }

    @Test
    void aSessionThatIsListedNowhereIsListedWhenItIsUsed() {
        SeatFixture table = table(Storage.DOCUMENTED);
        String listed = legacySession(table);
        String one = lostSession(table);
        String other = lostSession(table);
        assertThat(table.seats().list(table.seats().find(one).orElseThrow())).isTrue();
        assertThat(table.listed()).containsExactly(one);
        assertLife(table.userKey(), USER_LIFE);
        table.put(table.userKey(), userRecord(List.of(listed)));
        assertThat(table.seats().list(table.seats().find(one).orElseThrow())).isTrue();
        assertThat(table.seats().list(table.seats().find(other).orElseThrow())).isTrue();
        assertThat(table.listed()).containsExactly(listed, one, other);
        assertThat(table.document(table.userKey()).text("fullName")).hasValue("Old");
        assertThat(table.take().ended()).containsExactly(listed, one, other);
        for (String token : List.of(listed, one, other)) {
            assertThat(store().type(PatreonKeys.SESSION.key(token))).isEmpty();
        }
    }

    @Test
    void aSessionThatIsListedNowhereIsOverOnceItsUserSignedInOrEndedAll() {
        for (boolean signIn : List.of(true, false)) {
            SeatFixture table = table(Storage.DOCUMENTED);
            String lost = lostSession(table);
            if (signIn) {
                Seat seat = table.sit();
                table.seats().end(seat);
            } else {
                table.seats().endAll(table.user);
            }
            Seat seat = table.seats().find(lost).orElseThrow();
            assertThat(table.seats().list(seat)).isFalse();
            assertThat(store().type(PatreonKeys.SESSION.key(lost))).isEmpty();
            assertThat(table.listed()).isEmpty();
            Seat own = table.sit();
            assertThat(table.seats().list(own)).isTrue();
            table.assertSitsAlone(own);
        }
    }

    @InBothStorages
    void aSessionWhoseRecordIsGoneIsListedAgain(Storage storage) {
        SeatFixture table = table(storage);
        Seat seat = table.sit();
        clock().advance(SECOND);
        table.seats().change(seat, grant("1"), clock().instant());
        store().commit(Batch.builder().delete(table.userKey()).build());
        assertThat(table.seats().list(table.seats().find(seat.token()).orElseThrow()))
                .isTrue();
        table.assertSitsAlone(seat);
    }

    @InBothStorages
    void allThatTheEarlierProgramListsEndTogether(Storage storage) {
        SeatFixture table = table(storage);
        List<String> tokens = List.of(legacySession(table), uuid(), legacySession(table));
        table.put(table.userKey(), userRecord(tokens));
        assertThat(table.seats().holders(table.user)).isEqualTo(tokens);
        assertThat(table.seats().endAll(table.user)).isEqualTo(new Ended(2, tokens));
        assertThat(store().type(table.userKey())).isEmpty();
    }

    @Test
    void theEndOfOneOfSeveralLeavesTheOthersListed() {
        SeatFixture table = table(Storage.DOCUMENTED);
        List<String> tokens = List.of(legacySession(table), legacySession(table));
        table.put(table.userKey(), userRecord(tokens));
        assertThat(table.seats().end(tokens.get(0))).isTrue();
        assertThat(table.listed()).containsExactly(tokens.get(1));
        assertThat(table.document(table.userKey()).text("fullName")).hasValue("Old");
        assertLife(table.userKey(), Duration.ofDays(1));
        assertThat(table.seats().find(tokens.get(1))).isPresent();
        assertThat(table.seats().end(tokens.get(1))).isTrue();
        assertThat(store().type(table.userKey())).isEmpty();
    }

    @InBothStorages
    void aBrokenRecordStandsInNobodysWayAndHidesNobody(Storage storage) {
        for (String around : List.of(
                "{\"accessToken\":\"x\",\"sessionTokens\":[\"%s\"],\"upda",
                "{\"sessionTokens\":[null,\"%s\"]}", "{\"sessionTokens\":{\"0\":\"%s\"}}", "[\"%s\"]", "%s")) {
            SeatFixture table = table(storage);
            String token = legacySession(table);
            table.put(table.userKey(), around.formatted(token));
            assertThat(table.take().ended()).as(around).containsExactly(token);
            assertThat(store().type(PatreonKeys.SESSION.key(token))).isEmpty();
            table.seats().endAll(table.user);

            String another = legacySession(table);
            table.put(table.userKey(), around.formatted(another));
            assertThat(table.seats().endAll(table.user)).isEqualTo(new Ended(1, List.of(another)));
            table.assertEmpty();
        }
    }

    @InBothStorages
    void aRecordThatListsNobodyStandsInNobodysWay(Storage storage) {
        for (String broken : List.of("", "{", "null", "{}", "{\"sessionTokens\":[\"usertoken:1\",\"../x\"]}", "é")) {
            SeatFixture table = table(storage);
            table.put(table.userKey(), broken);
            assertThat(table.seats().holders(table.user)).isEmpty();
            Seat seat = table.sit();
            table.put(table.userKey(), broken);
            assertThat(table.seats().change(seat, grant("1"), clock().instant()))
                    .isNotNull();
            assertThat(table.seats().end(seat.token())).isTrue();
            table.put(table.userKey(), broken);
            assertThat(table.seats().endAll(table.user)).isEqualTo(new Ended(0, List.of()));
            table.assertEmpty();
        }
    }

    private void putSet(Key key) {
        store().commit(Batch.builder().delete(key).build());
        store().commit(Batch.builder()
                .write(new Write.SetAdd(key, List.of(Bytes.of("x"))))
                .expire(key, Expiry.after(Duration.ofDays(1)))
                .build());
    }

    @InBothStorages
    void whatIsOfAnotherTypeStandsInNobodysWay(Storage storage) {
        SeatFixture table = table(storage);
        putSet(table.userKey());
        assertThat(table.seats().holders(table.user)).isEmpty();
        Seat seat = table.sit();
        table.assertSitsAlone(seat);
        putSet(table.userKey());
        assertThat(table.seats().change(seat, grant("1"), clock().instant())).isNotNull();
        assertThat(table.seats().end(seat.token())).isTrue();
        table.assertEmpty();
        putSet(table.userKey());
        assertThat(table.seats().endAll(table.user)).isEqualTo(new Ended(0, List.of()));
        table.assertEmpty();

        Seat another = table.sit();
        Issued issued = table.issue(another);
        putSet(table.session(another.token()));
        assertThat(table.seats().find(another.token())).isEmpty();
        table.assertRefuses(issued);
        assertThat(table.refresh(issued.refreshToken())).isEqualTo(new Refresh.SessionOver());
        assertThat(table.seats().end(another.token())).isFalse();
        assertThat(table.living()).isEmpty();
        putSet(table.refreshKey(issued.refreshToken()));
        assertThat(table.refresh(issued.refreshToken())).isEqualTo(new Refresh.Invalid());
    }

    @InBothStorages
    void aSessionThatCannotBeReadLetsNobodyIn(Storage storage) {
        for (String broken : List.of(
                "",
                "{",
                "\"x\"",
                "{}",
                "{\"userId\":\"%s\"}",
                "{\"accessToken\":\"a\",\"refreshToken\":\"b\",\"expiresAt\":\"soon\",\"userId\":\"%s\"}",
                "{\"accessToken\":\"a\",\"refreshToken\":\"b\",\"expiresAt\":99999999999999,\"userId\":\"a:b\"}",
                "{\"accessToken\":\"a\",\"refreshToken\":\"b\",\"expiresAt\":99999999999999}")) {
            SeatFixture table = table(storage);
            Seat seat = table.sit();
            Issued issued = table.issue(seat);
            table.put(table.session(seat.token()), broken.formatted(table.user));
            assertThat(table.seats().find(seat.token())).as(broken).isEmpty();
            table.assertRefuses(issued);
            assertThat(table.refresh(issued.refreshToken())).isEqualTo(new Refresh.SessionOver());
            assertThat(table.seats().end(seat.token())).isFalse();
            table.assertSitsAlone(table.sit());
        }
    }

    /** In a store whose keys are digests, nobody comes in with a key; nor with what was sealed for another token. */
    @Test
    void whatHardenedStorageShowsLetsNobodyIn() {
        SeatFixture hardened = table(Storage.HARDENED);
        Seat seat = hardened.sit();
        assertThat(hardened.seats().find(seat.keyPart())).isEmpty();
        assertThat(table(Storage.DOCUMENTED).seats().find(seat.keyPart())).isEmpty();
        Seat other = table(Storage.HARDENED).sit();
        Bytes stored = store().get(hardened.session(seat.token())).orElseThrow();
        hardened.put(PatreonKeys.SESSION.key(other.keyPart()), stored.text());
        assertThat(hardened.seats().find(other.token())).isEmpty();
        assertThat(hardened.seats().find(seat.token())).isPresent();
    }

    @Test
    void aRefreshTokenOfTheEarlierProgramIsSpentOnceLikeAnyOther() {
        SeatFixture table = table(Storage.DOCUMENTED);
        String session = legacySession(table);
        String token = uuid();
        long now = clock().instant().toEpochMilli();
        table.put(
                table.refreshKey(token),
                "{\"userId\":\"" + table.user + "\",\"sessionToken\":\"" + session + "\",\"createdAt\":" + now
                        + ",\"expiresAt\":" + (now + LIFE.toMillis()) + ",\"isUsed\":false}");
        Issued next = refreshed(table.refresh(token));
        table.assertAdmits(next);
        assertThat(table.refresh(token)).isEqualTo(new Refresh.Repeated(next));
        Issued third = refreshed(table.refresh(next.refreshToken()));
        clock().advance(GRACE);
        assertThat(table.refresh(token)).isInstanceOf(Refresh.Reused.class);
        table.assertRefuses(next);
        table.assertRefuses(third);
        assertThat(table.refresh(third.refreshToken())).isEqualTo(new Refresh.Invalid());
    }

    @Test
    void aRefreshTokenThatTheEarlierProgramSpentIsReused() {
        SeatFixture table = table(Storage.DOCUMENTED);
        String token = uuid();
        long now = clock().instant().toEpochMilli();
        table.put(
                table.refreshKey(token),
                "{\"userId\":\"" + table.user + "\",\"sessionToken\":\"" + legacySession(table) + "\",\"createdAt\":"
                        + now + ",\"expiresAt\":" + (now + LIFE.toMillis()) + ",\"isUsed\":true}");
        assertThat(table.refresh(token)).isInstanceOf(Refresh.Reused.class);
    }
}
