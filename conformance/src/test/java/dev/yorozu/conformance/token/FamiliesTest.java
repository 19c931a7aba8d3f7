package dev.yorozu.conformance.token;

import static dev.yorozu.conformance.token.LineageFixture.sid;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.json.Document;
import dev.yorozu.jwt.Jwt;
import dev.yorozu.jwt.Verification;
import dev.yorozu.jwt.Verification.Reason;
import dev.yorozu.secret.Storage;
import dev.yorozu.session.Session;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import dev.yorozu.store.RoundTrip;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.testkit.FaultyStore;
import dev.yorozu.token.AccessTokens;
import dev.yorozu.token.Authentication;
import dev.yorozu.token.Issued;
import dev.yorozu.token.Login;
import dev.yorozu.token.Rotation;
import dev.yorozu.token.TokenFamilies;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** What is true only of tokens with a record each: their records, the tombstones of their families, and their session. */
@OnEveryStore(heldClock = true)
final class FamiliesTest extends TokenSuite {
    @OfEveryLineage
    void aRefreshTokenLeavesExactlyTheDocumentedRecord(FamilyFixture user) {
        Issued first = user.issue();
        assertThat(first.refreshToken()).matches("[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}");
        assertThat(first.login().id()).matches("[0-9a-f]{32}");
        String session = user.record(first).text("sessionToken").orElseThrow();
        assertThat(session.equals(sid(first))).isEqualTo(user.storage == Storage.DOCUMENTED);
        assertThat(user.record(first))
                .isEqualTo(Document.empty()
                        .with("userId", user.id)
                        .with("sessionToken", session)
                        .with("createdAt", clock().millis())
                        .with("expiresAt", clock().instant().plus(LIFE).toEpochMilli())
                        .with("isUsed", false)
                        .with("familyId", first.login().id()));
        assertLife(user.truth(first), LIFE);
    }

    @OfEveryLineage(logins = 1)
    void aSpentTokenIsKeptForAMinuteLongerThanTheGraceAndGivesNothingAway(FamilyFixture user) {
        clock().advance(SECOND);
        Issued next = rotated(user.rotate(user.first()));
        Document record = user.record(user.first());
        assertThat(record.flag("isUsed")).hasValue(true);
        assertThat(record.number("usedAt")).hasValue(clock().millis());
        assertLife(user.truth(user.first()), GRACE.plusSeconds(60));
        assertThat(record.bytes().text().contains(next.refreshToken())).isEqualTo(user.storage == Storage.DOCUMENTED);
        assertThat(user.record(next).text("familyId")).isEqualTo(record.text("familyId"));
        assertThat(user.record(next).flag("isUsed")).hasValue(false);
        assertLife(user.truth(next), LIFE);
    }

    /** The revocation of an access token alone would end with it, and let its refresh token count again. */
    @OfEveryLineage(logins = 2)
    void eitherTokenEndsItsFamilyForGoodAndNoOther(FamilyFixture user) {
        TokenFamilies families = user.lineage(store());
        Issued first = user.first();
        Issued other = user.pairs().getLast();
        assertThat(families.find(first.refreshToken()).map(Login::id))
                .hasValue(first.login().id());
        Verification.Valid access = (Verification.Valid) families.access().verify(first.accessToken());
        assertThat(families.end(access.jwt())).isEqualTo(first.login().id());
        clock().advance(ACCESS_LIFE.plus(ACCESS_LIFE));
        assertThat(families.find(first.refreshToken())).isEmpty();
        assertThat(user.refreshLives(first.refreshToken())).isFalse();
        assertThat(user.refreshLives(other.refreshToken())).isTrue();

        Issued next = rotated(user.rotate(other));
        assertThat(families.end(other.refreshToken()).map(Login::id))
                .hasValue(other.login().id());
        assertThat(families.find(next.refreshToken())).isEmpty();
        assertThat(user.refreshLives(next.refreshToken())).isFalse();
        assertThat(families.end(user.anotherToken())).isEmpty();
    }

    @OfEveryLineage(logins = 2)
    void anEndedFamilyHasATombstoneWhileOthersOfTheSessionGoOn(FamilyFixture user) {
        Issued next = rotated(user.rotate(user.first()));
        clock().advance(GRACE.minus(MOMENT));
        rotated(user.rotate(next));
        clock().advance(MOMENT);
        assertReused(user.rotate(user.first()));
        assertThat(user.check(user.first().accessToken())).isEqualTo(denied(Reason.REVOKED));
        // Within its grace, and of an ended family.
        assertThat(user.rotate(next)).isEqualTo(INVALID);
        Key tombstone = FamilyFixture.tombstone(next);
        assertThat(store().get(tombstone)).hasValue(Bytes.of(clock().millis()));
        assertLife(tombstone, LIFE);
        user.assertLives(user.pair(1));
        rotated(user.rotate(user.pair(1)));
    }

    @OfEveryLineage(logins = 1)
    void aSuccessorEndsNoLaterThanATombstoneThatItDidNotSee(FamilyFixture user) {
        Issued second = rotated(user.rotate(user.first()));
        long before = clock().millis();
        Issued third = rotated(user.rotate(second, () -> {
            clock().advance(Duration.ofSeconds(30));
            assertReused(user.rotate(user.first()));
        }));
        assertThat(user.record(third).number("expiresAt")).hasValue(before + LIFE.toMillis());
        assertLife(FamilyFixture.tombstone(third), LIFE);
        for (Issued each : List.of(third, second)) {
            assertThat(user.present(store(), each.refreshToken()).orElseThrow().isAdmissible())
                    .isFalse();
            assertThat(user.rotate(each)).isEqualTo(INVALID);
        }
    }

    @OfEveryLineage(logins = 1)
    void whateverLiesAtATombstonesKeyEndsTheFamily(FamilyFixture user) {
        Key tombstone = FamilyFixture.tombstone(user.first());
        user.byHand(
                batch -> batch.setAdd(tombstone, Bytes.of("x")).expire(tombstone, Expiry.after(Duration.ofHours(1))));
        assertThat(user.rotate(user.first())).isEqualTo(INVALID);
        user.delete(tombstone);
        rotated(user.rotate(user.first()));
    }

    @OfEveryLineage
    void whatTheIssuerRefusesOrFailsAtSpendsNothing(FamilyFixture user) {
        Issued first = user.issue();
        Document session = user.document(user.sessionKey(first));
        Optional<Bytes> record = store().get(user.truth(first));
        user.delete(user.sessionKey(first));
        assertThat(user.rotate(first)).isEqualTo(ENDED);
        user.put(user.sessionKey(first), session);
        assertThatThrownBy(() -> user.rotate(first, () -> {
                    throw new IllegalStateException("away");
                }))
                .hasMessage("away");
        assertThat(store().get(user.truth(first))).isEqualTo(record);
        Issued next = rotated(user.rotate(first));
        // Spent, and what it hangs on is over: the pair is not given again.
        user.delete(user.sessionKey(first));
        assertThat(user.rotate(first)).isEqualTo(INVALID);
        user.put(user.sessionKey(first), session);
        assertRepeats(user.rotate(first), next);
    }

    @OfEveryLineage(logins = 2)
    void onlyTheHolderOfALivingTokenLearnsThatTheSessionIsOver(FamilyFixture user) {
        Issued spent = user.first();
        rotated(user.rotate(spent));
        clock().advance(GRACE);
        Issued next = user.issue();
        Issued justSpent = user.issue();
        rotated(user.rotate(justSpent));
        user.end(spent);
        for (Issued living : List.of(next, user.pair(1), next)) {
            assertThat(user.rotate(living)).isEqualTo(ENDED);
        }
        assertThat(user.rotate(justSpent)).isEqualTo(INVALID);
        assertReused(user.rotate(spent));
        assertThat(user.rotate(user.anotherToken())).isEqualTo(INVALID);
        // Who has a session there now has nothing to do with it.
        Issued another = user.issue();
        assertThat(sid(another)).isNotEqualTo(sid(next));
        assertThat(user.rotate(next)).isEqualTo(ENDED);
        user.assertLives(another);
    }

    @OfEveryLineage(logins = 1)
    void aSessionPastItsEndOrOfAnotherUserIsOver(FamilyFixture user) {
        Key session = user.sessionKey(user.first());
        Document record = user.document(session);
        for (Document other : List.of(record.with("expiresAt", clock().millis()), record.with("userId", "4711"))) {
            user.put(session, other);
            assertThat(user.rotate(user.first())).isEqualTo(ENDED);
            assertThat(user.check(user.first().accessToken())).isEqualTo(denied(Reason.UNKNOWN));
        }
        user.put(session, record.with("expiresAt", clock().millis() + 1));
        user.assertLives(user.first());
        rotated(user.rotate(user.first()));
    }

    @OfEveryLineage
    void aRecordThatIsPastItsEndOrCannotBeReadIsNone(FamilyFixture user) {
        Issued first = user.issue();
        Key key = user.truth(first);
        Document record = user.record(first);
        Stream<Document> broken = Stream.of(
                record.without("userId"),
                record.without("sessionToken"),
                record.without("expiresAt"),
                record.with("isUsed", "no"),
                record.with("expiresAt", clock().millis()));
        for (String text : Stream.concat(
                        Stream.of("", "{", "[]"),
                        broken.map(each -> each.bytes().text()))
                .toList()) {
            user.put(key, text);
            assertThat(user.rotate(first)).as(text).isEqualTo(INVALID);
        }
        user.delete(key);
        assertThat(user.rotate(first)).isEqualTo(INVALID);
        user.put(key, record.with("expiresAt", clock().millis() + 1));
        rotated(user.rotate(first));
    }

    @OfEveryLineage
    void aRecordAtAnotherTokensKeyIsOfUseOnlyWhereNothingIsSealed(FamilyFixture user, FamilyFixture other) {
        user.put(user.truth(other.issue()), user.record(user.issue()));
        assertThat(user.rotate(other.first()))
                .isInstanceOf(user.storage == Storage.HARDENED ? Rotation.Refused.class : Rotation.Rotated.class);
    }

    @OfEveryLineage(logins = 1)
    void aRecordThatChangesAllTheTimeIsAFaultAndSpendsNothing(FamilyFixture user) {
        AtomicInteger turn = new AtomicInteger();
        Store busy = BusyStore.replacing(
                store(),
                () -> user.put(
                        user.truth(user.first()), user.record(user.first()).with("note", turn.incrementAndGet())));
        assertThatThrownBy(() -> user.rotate(busy, user.firstToken())).isInstanceOf(StoreException.Unavailable.class);
        assertThat(turn.get()).isBetween(2, 256);
        user.assertNothingPrepared();
        rotated(user.rotate(user.first()));
        assertThat(user.record(user.first()).has("note")).isTrue();
    }

    @OfEveryLineage(logins = 1)
    void anAccessTokenSaysWhatItShouldAndGivesNoSessionAway(FamilyFixture user) {
        Issued pair = user.first();
        assertThat(pair.toString()).doesNotContain(sid(pair));
        Jwt jwt = user.accessJwt(pair);
        assertThat(jwt.subject()).isEqualTo("profile-" + user.id);
        assertThat(jwt.id()).matches(user.first().login().id() + "\\.[0-9a-f]{16}");
        assertThat(jwt.issuedAt()).isEqualTo(clock().instant());
        assertThat(jwt.endsAt()).isEqualTo(clock().instant().plus(ACCESS_LIFE));
        assertThat(jwt.claims().names()).containsExactly("username", "roles", "pid", "sid", "session_id");
        assertThat(jwt.claims().text("pid")).hasValue(user.id);
        assertThat(jwt.claims().text("sid").orElseThrow()).doesNotContain(sid(pair));
        assertThat(jwt.claims().text("session_id"))
                .hasValue(LineageFixture.session(pair).publicId());
        AccessTokens access = user.accessTokens(store());
        Verification verified = access.verify(pair.accessToken());
        assertThat(verified).isEqualTo(new Verification.Valid(jwt));
        assertThat(access.sessionKeyPart(jwt))
                .hasValue(LineageFixture.session(pair).keyPart());
        RoundTrip trip = new RoundTrip(store());
        access.check(trip, verified);
        // Whether its family ended, the session, and how long that one lives.
        assertThat(trip.items()).hasSize(3);
    }

    @OfEveryLineage(logins = 1)
    void aTokenThatNamesAnotherUsersSessionOrNoneLetsNobodyIn(FamilyFixture user) {
        Jwt jwt = user.accessJwt(user.first());
        Document claims = jwt.claims();
        for (Document foreign : List.of(claims.with("pid", "4711"), claims.without("pid"), claims.with("pid", 4711))) {
            assertThat(check(user, store(), jwt.id(), foreign)).isEqualTo(denied(Reason.UNKNOWN));
        }
        FaultyStore counting = FaultyStore.counting(store());
        Session another = user.takeOver(store());
        for (String sid :
                List.of("", "x", "AAAA", "A".repeat(123), "é", another.sid().orElseThrow())) {
            assertThat(check(user, counting, jwt.id(), claims.with("sid", sid)))
                    .as(sid)
                    .isEqualTo(denied(Reason.CLAIMS));
        }
        for (String id : List.of(
                "x", ".", "a.b", jwt.id().substring(1), "x" + jwt.id(), jwt.id().replace('.', '-'))) {
            assertThat(check(user, counting, id, claims)).as(id).isEqualTo(denied(Reason.CLAIMS));
        }
        assertThat(counting.calls()).isZero();
        // Who sat there before the other has a session no more.
        assertThat(user.check(user.first().accessToken())).isEqualTo(denied(Reason.UNKNOWN));
    }

    private static Authentication check(FamilyFixture user, Store through, String id, Document claims) {
        Jwt jwt = user.accessJwt(user.first());
        return user.accessTokens(through).check(user.jwts.sign(LineageFixture.like(jwt, id, jwt.subject(), claims)));
    }
}
