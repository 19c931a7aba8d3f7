package dev.yorozu.conformance.token;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.json.Document;
import dev.yorozu.keyspace.PatreonKeys;
import dev.yorozu.secret.Storage;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import dev.yorozu.store.testkit.FaultyStore;
import dev.yorozu.token.Authentication;
import dev.yorozu.token.Issued;
import java.util.List;
import java.util.Locale;
import java.util.UUID;

/** Families whose records are not as this program leaves them: the earlier program's, damaged ones, and lost ones. */
@OnEveryStore(heldClock = true)
final class ForeignFamiliesTest extends TokenSuite {
    /** A session as the earlier program wrote it, and a token for it, which knew of no families. */
    private String earlierToken(FamilyFixture fixture, boolean used) {
        String session = UUID.randomUUID().toString();
        long end = clock().instant().plus(LIFE).toEpochMilli();
        fixture.put(
                PatreonKeys.SESSION.key(session),
                "{\"accessToken\": \"pat-1\", \"refreshToken\": \"pat-2\", \"expiresAt\": " + end + ", \"userId\": \""
                        + fixture.id + "\", \"extra\": [1, {\"a\": null}]}");
        String token = UUID.randomUUID().toString();
        fixture.put(
                fixture.key(token),
                "{\"userId\":\"" + fixture.id + "\",\"sessionToken\":\"" + session + "\",\"createdAt\":"
                        + clock().millis() + ",\"expiresAt\":" + end + ",\"isUsed\":" + used + "}");
        return token;
    }

    @OfEveryLineage(storages = Storage.DOCUMENTED)
    void aRefreshTokenOfTheEarlierProgramIsSpentOnceLikeAnyOther(FamilyFixture fixture) {
        String token = earlierToken(fixture, false);
        Issued next = rotated(fixture.rotate(token));
        assertThat(fixture.accessLives(next)).isTrue();
        assertRepeats(fixture.rotate(token), next);
        Issued third = rotated(fixture.rotate(next));
        clock().advance(GRACE);
        assertReused(fixture.rotate(token));
        assertThat(fixture.accessLives(next)).isFalse();
        assertThat(fixture.accessLives(third)).isFalse();
        assertThat(fixture.rotate(third)).isEqualTo(INVALID);
    }

    @OfEveryLineage(storages = Storage.DOCUMENTED)
    void aRefreshTokenThatTheEarlierProgramSpentIsReused(FamilyFixture fixture) {
        assertReused(fixture.rotate(earlierToken(fixture, true)));
    }

    private static void putSet(FamilyFixture fixture, Key key) {
        fixture.delete(key);
        fixture.byHand(batch -> batch.setAdd(key, Bytes.of("x")).expire(key, Expiry.after(LIFE)));
    }

    private static void assertSessionIsOver(FamilyFixture fixture) {
        assertThat(fixture.accessLives(fixture.first())).isFalse();
        assertThat(fixture.rotate(fixture.first())).isEqualTo(ENDED);
    }

    @OfEveryLineage(logins = 1)
    void whatCannotBeReadGrantsNoAccess(FamilyFixture fixture) {
        Key session = fixture.sessionKey(fixture.first());
        Document record = fixture.document(session);
        for (Document broken : List.of(
                Document.empty(),
                Document.empty().with("userId", fixture.id),
                record.with("expiresAt", "soon"),
                record.with("userId", "a:b"),
                record.without("userId"))) {
            fixture.put(session, broken);
            assertSessionIsOver(fixture);
        }
        putSet(fixture, session);
        assertSessionIsOver(fixture);
        putSet(fixture, fixture.truth(fixture.first()));
        assertThat(fixture.rotate(fixture.first())).isEqualTo(INVALID);
    }

    @OfEveryLineage(logins = 1)
    void anEmptiedStoreGrantsNoAccess(FamilyFixture fixture) {
        for (Key key : List.of(
                fixture.sessionKey(fixture.first()),
                PatreonKeys.USER_TOKEN.key(fixture.id),
                fixture.truth(fixture.first()))) {
            fixture.delete(key);
        }
        fixture.assertDead(fixture.first());
        assertThat(fixture.listed()).isZero();
    }

    /** Keys and ids of other kinds, and UUIDs that are spelled otherwise: none is looked up. */
    @OfEveryLineage(logins = 1)
    void whatIsNoTokenIsNotLookedUp(FamilyFixture fixture) {
        String uuid = "0f9619ff-8b86-4d01-b42d-00cf4fc964ff";
        String hex = "0123456789abcdef".repeat(4);
        FaultyStore counting = FaultyStore.counting(store());
        for (String text : List.of(
                "usertoken:" + fixture.id,
                "refresh:" + fixture.firstToken(),
                "cache/auth:" + hex,
                "../x",
                fixture.id,
                hex,
                uuid.toUpperCase(Locale.ROOT),
                uuid.replace("-", ""),
                uuid.replace('-', '0'),
                "{" + uuid + "}",
                "0f9619ff8-b86-4d01-b42d-00cf4fc964ff",
                "q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQ",
                "session_0123456789abcdef")) {
            assertThat(fixture.rotate(counting, text)).as(text).isEqualTo(INVALID);
            assertThat(fixture.accessTokens(counting).check(text)).as(text).isInstanceOf(Authentication.Denied.class);
        }
        assertThat(fixture.sessions(counting).find(fixture.first().accessToken()))
                .isEmpty();
        assertThat(counting.calls()).isZero();
    }
}
