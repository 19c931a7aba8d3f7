package dev.yorozu.conformance.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.yorozu.conformance.InBothStorages;
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
import dev.yorozu.token.Presented;
import dev.yorozu.token.Rotation;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** What is true only of tokens with a record each: their records, the tombstones of their families, and their session. */
@OnEveryStore(heldClock = true)
final class FamiliesTest extends TokenSuite {
    private static Authentication refused(Reason reason) {
        return new Authentication.Denied(reason);
    }

    private Authentication check(FamilyFixture table, Issued pair) {
        return table.accessTokens(store()).check(pair.accessToken());
    }

    /** What happens while the caller asks whether the user may go on. */
    private Rotation rotate(FamilyFixture table, Issued pair, Runnable meanwhile) {
        Presented presented = table.present(store(), pair.refreshToken()).orElseThrow();
        assertThat(presented.isAdmissible()).isTrue();
        meanwhile.run();
        return table.refreshTokens(store()).rotate(presented, table.claims());
    }

    /** Puts the session's record away and says how to put it back. */
    private static Runnable without(FamilyFixture table, Issued pair) {
        Bytes open = table.store().get(table.sessionKey(pair)).orElseThrow();
        table.byHand(batch -> batch.delete(table.sessionKey(pair)));
        return () -> table.byHand(batch -> batch.put(table.sessionKey(pair), open, Expiry.after(LIFE)));
    }

    @InBothStorages
    void aRefreshTokenLeavesExactlyTheDocumentedRecord(Storage storage) {
        FamilyFixture table = table(storage).issued(1);
        assertThat(table.firstToken()).matches("[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}");
        Document record = table.record(table.first());
        assertThat(record.names())
                .containsExactly("userId", "sessionToken", "createdAt", "expiresAt", "isUsed", "familyId");
        assertThat(record.text("userId")).hasValue(table.user());
        assertThat(record.text("sessionToken").equals(Optional.of(FamilyFixture.sid(table.first()))))
                .isEqualTo(storage == Storage.DOCUMENTED);
        assertThat(record.number("createdAt")).hasValue(clock().millis());
        assertThat(record.number("expiresAt"))
                .hasValue(clock().instant().plus(LIFE).toEpochMilli());
        assertThat(record.flag("isUsed")).hasValue(false);
        assertThat(record.text("familyId")).hasValue(table.firstFamily());
        assertThat(table.firstFamily()).matches("[0-9a-f]{32}");
        assertLife(table.truth(table.first()), LIFE);
    }

    @InBothStorages
    void aSpentTokenIsKeptForAMinuteLongerThanTheGraceAndGivesNothingAway(Storage storage) {
        FamilyFixture table = table(storage).issued(1);
        clock().advance(SECOND);
        Issued next = rotated(table.rotate(table.first()));
        Document record = table.record(table.first());
        assertThat(record.flag("isUsed")).hasValue(true);
        assertThat(record.number("usedAt")).hasValue(clock().millis());
        assertLife(table.truth(table.first()), GRACE.plusSeconds(60));
        assertThat(record.bytes().text().contains(next.refreshToken())).isEqualTo(storage == Storage.DOCUMENTED);
        assertThat(table.record(next).text("familyId")).isEqualTo(record.text("familyId"));
        assertThat(table.record(next).flag("isUsed")).hasValue(false);
        assertLife(table.truth(next), LIFE);
    }

    @InBothStorages
    void anEndedFamilyHasATombstoneWhileOthersOfTheSessionGoOn(Storage storage) {
        FamilyFixture table = table(storage).issued(2);
        Issued next = rotated(table.rotate(table.first()));
        clock().advance(GRACE.minus(MOMENT));
        rotated(table.rotate(next));
        clock().advance(MOMENT);
        assertThat(table.rotate(table.first())).isInstanceOf(Rotation.Reused.class);
        assertThat(check(table, table.first())).isEqualTo(refused(Reason.REVOKED));
        // Within its grace, and of an ended family.
        assertThat(table.rotate(next)).isEqualTo(INVALID);
        Key tombstone = FamilyFixture.tombstone(next);
        assertThat(store().get(tombstone)).hasValue(Bytes.of(clock().millis()));
        assertLife(tombstone, LIFE);
        table.assertLives(table.pair(1));
        rotated(table.rotate(table.pair(1)));
    }

    @InBothStorages
    void aSuccessorEndsNoLaterThanATombstoneThatItDidNotSee(Storage storage) {
        FamilyFixture table = table(storage).issued(1);
        Issued second = rotated(table.rotate(table.first()));
        long before = clock().millis();
        Issued third = rotated(rotate(table, second, () -> {
            clock().advance(Duration.ofSeconds(30));
            assertThat(table.rotate(table.first())).isInstanceOf(Rotation.Reused.class);
        }));
        assertThat(table.record(third).number("expiresAt")).hasValue(before + LIFE.toMillis());
        assertLife(FamilyFixture.tombstone(third), LIFE);
        for (Issued each : List.of(third, second)) {
            assertThat(table.present(store(), each.refreshToken()).orElseThrow().isAdmissible())
                    .isFalse();
            assertThat(table.rotate(each)).isEqualTo(INVALID);
        }
    }

    @InBothStorages
    void whateverLiesAtATombstonesKeyEndsTheFamily(Storage storage) {
        FamilyFixture table = table(storage).issued(1);
        Key tombstone = FamilyFixture.tombstone(table.first());
        table.byHand(
                batch -> batch.setAdd(tombstone, Bytes.of("x")).expire(tombstone, Expiry.after(Duration.ofHours(1))));
        assertThat(table.rotate(table.first())).isEqualTo(INVALID);
        table.byHand(batch -> batch.delete(tombstone));
        rotated(table.rotate(table.first()));
    }

    @InBothStorages
    void whatTheIssuerRefusesOrFailsAtSpendsNothing(Storage storage) {
        FamilyFixture table = table(storage).issued(1);
        Issued first = table.first();
        Optional<Bytes> record = table.truthOf(first);
        Runnable back = without(table, first);
        assertThat(table.rotate(first)).isEqualTo(ENDED);
        back.run();
        assertThatThrownBy(() -> rotate(table, first, () -> {
                    throw new IllegalStateException("away");
                }))
                .hasMessage("away");
        assertThat(table.truthOf(first)).isEqualTo(record);
        Issued next = rotated(table.rotate(first));
        // Spent, and what it hangs on is over: the pair is not given again.
        back = without(table, first);
        assertThat(table.rotate(first)).isEqualTo(INVALID);
        back.run();
        assertRepeats(table.rotate(first), next);
    }

    @InBothStorages
    void onlyTheHolderOfALivingTokenLearnsThatTheSessionIsOver(Storage storage) {
        FamilyFixture table = table(storage).issued(2);
        Issued spent = table.first();
        rotated(table.rotate(spent));
        clock().advance(GRACE);
        Issued next = table.issue();
        Issued justSpent = table.issue();
        rotated(table.rotate(justSpent));
        table.end(store(), spent);
        for (Issued living : List.of(next, table.pair(1), next)) {
            assertThat(table.rotate(living)).isEqualTo(ENDED);
        }
        assertThat(table.rotate(justSpent)).isEqualTo(INVALID);
        assertThat(table.rotate(spent)).isInstanceOf(Rotation.Reused.class);
        assertThat(table.rotate(table.anotherToken())).isEqualTo(INVALID);
        // Who sits there now has nothing to do with it.
        Issued another = table.issue();
        assertThat(FamilyFixture.sid(another)).isNotEqualTo(FamilyFixture.sid(next));
        assertThat(table.rotate(next)).isEqualTo(ENDED);
        table.assertLives(another);
    }

    @InBothStorages
    void aSessionPastItsEndOrOfAnotherUserIsOver(Storage storage) {
        FamilyFixture table = table(storage).issued(1);
        Key session = table.sessionKey(table.first());
        Document record = table.document(session);
        for (Document other : List.of(record.with("expiresAt", clock().millis()), record.with("userId", "4711"))) {
            table.put(session, other);
            assertThat(table.rotate(table.first())).isEqualTo(ENDED);
            assertThat(check(table, table.first())).isEqualTo(refused(Reason.UNKNOWN));
        }
        table.put(session, record.with("expiresAt", clock().millis() + 1));
        table.assertLives(table.first());
        rotated(table.rotate(table.first()));
    }

    @InBothStorages
    void aRecordThatIsPastItsEndOrCannotBeReadIsNone(Storage storage) {
        FamilyFixture table = table(storage).issued(1);
        Key key = table.truth(table.first());
        Document record = table.record(table.first());
        for (String broken : List.of(
                "",
                "{",
                "[]",
                record.without("userId").bytes().text(),
                record.without("sessionToken").bytes().text(),
                record.without("expiresAt").bytes().text(),
                record.with("isUsed", "no").bytes().text(),
                record.with("expiresAt", clock().millis()).bytes().text())) {
            table.put(key, broken);
            assertThat(table.rotate(table.first())).as(broken).isEqualTo(INVALID);
        }
        table.byHand(batch -> batch.delete(key));
        assertThat(table.rotate(table.first())).isEqualTo(INVALID);
        table.put(key, record.with("expiresAt", clock().millis() + 1));
        rotated(table.rotate(table.first()));
    }

    @InBothStorages
    void aRecordAtAnotherTokensKeyIsOfUseOnlyWhereNothingIsSealed(Storage storage) {
        FamilyFixture table = table(storage).issued(1);
        FamilyFixture other = table(storage).issued(1);
        table.put(other.truth(other.first()), table.record(table.first()));
        assertThat(table.rotate(other.first()))
                .isInstanceOf(storage == Storage.HARDENED ? Rotation.Refused.class : Rotation.Rotated.class);
    }

    @InBothStorages
    void aRecordThatChangesAllTheTimeIsAFaultAndSpendsNothing(Storage storage) {
        FamilyFixture table = table(storage).issued(1);
        AtomicInteger turn = new AtomicInteger();
        Store busy = BusyStore.replacing(
                store(),
                () -> table.put(
                        table.truth(table.first()), table.record(table.first()).with("note", turn.incrementAndGet())));
        assertThatThrownBy(() -> table.rotate(busy, table.firstToken())).isInstanceOf(StoreException.Unavailable.class);
        assertThat(turn.get()).isBetween(2, 256);
        table.assertNothingPrepared();
        rotated(table.rotate(table.first()));
        assertThat(table.record(table.first()).has("note")).isTrue();
    }

    @InBothStorages
    void anAccessTokenSaysWhatItShouldAndGivesNoSessionAway(Storage storage) {
        FamilyFixture table = table(storage).issued(1);
        Issued pair = table.first();
        assertThat(pair.toString()).doesNotContain(FamilyFixture.sid(pair));
        Jwt jwt = table.jwt(pair);
        assertThat(jwt.subject()).isEqualTo("profile-" + table.user());
        assertThat(jwt.id()).matches(table.firstFamily() + "\\.[0-9a-f]{16}");
        assertThat(jwt.issuedAt()).isEqualTo(clock().instant());
        assertThat(jwt.endsAt()).isEqualTo(clock().instant().plus(ACCESS_LIFE));
        assertThat(jwt.claims().names()).containsExactly("username", "roles", "pid", "sid");
        assertThat(jwt.claims().text("pid")).hasValue(table.user());
        assertThat(jwt.claims().text("sid").orElseThrow()).doesNotContain(FamilyFixture.sid(pair));
        AccessTokens access = table.accessTokens(store());
        Verification verified = access.verify(pair.accessToken());
        assertThat(verified).isEqualTo(new Verification.Valid(jwt));
        assertThat(access.sessionKeyPart(jwt))
                .hasValue(FamilyFixture.session(pair).keyPart());
        RoundTrip trip = new RoundTrip(store());
        access.check(trip, verified);
        // Whether its family ended, the session, and how long that one lives.
        assertThat(trip.items()).hasSize(3);
    }

    @InBothStorages
    void aTokenThatNamesAnotherUsersSessionOrNoneLetsNobodyIn(Storage storage) {
        FamilyFixture table = table(storage).issued(1);
        Jwt jwt = table.jwt(table.first());
        Document claims = jwt.claims();
        for (Document foreign : List.of(claims.with("pid", "4711"), claims.without("pid"), claims.with("pid", 4711))) {
            assertThat(check(table, store(), jwt.id(), foreign)).isEqualTo(refused(Reason.UNKNOWN));
        }
        FaultyStore counting = FaultyStore.counting(store());
        Session another = table.sit(store());
        for (String sid :
                List.of("", "x", "AAAA", "A".repeat(123), "é", another.sid().orElseThrow())) {
            assertThat(check(table, counting, jwt.id(), claims.with("sid", sid)))
                    .as(sid)
                    .isEqualTo(refused(Reason.CLAIMS));
        }
        for (String id : List.of(
                "x", ".", "a.b", jwt.id().substring(1), "x" + jwt.id(), jwt.id().replace('.', '-'))) {
            assertThat(check(table, counting, id, claims)).as(id).isEqualTo(refused(Reason.CLAIMS));
        }
        assertThat(counting.calls()).isZero();
        // Who sat there before the other has a session no more.
        assertThat(check(table, table.first())).isEqualTo(refused(Reason.UNKNOWN));
    }

    private static Authentication check(FamilyFixture table, Store through, String id, Document claims) {
        Jwt jwt = table.jwt(table.first());
        String token = table.jwts().sign(new Jwt(id, jwt.subject(), jwt.issuedAt(), jwt.endsAt(), claims));
        return table.accessTokens(through).check(token);
    }
}
