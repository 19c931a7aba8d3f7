package dev.yorozu.conformance.token;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.jwt.Verification.Reason;
import dev.yorozu.keyspace.TokenKeys;
import dev.yorozu.store.Bytes;
import dev.yorozu.token.Issued;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/** What operators do by hand with the commands of the document is honoured by the next request, and never undone. */
@OnEveryStore(heldClock = true)
final class OperatorsTest extends TokenSuite {

    /** Writes of ours that keep the sets, after which nothing ended by hand may have returned. */
    private static void writeAgain(LedgerFixture user) {
        rotated(user.rotate(user.issue()));
        user.list();
    }

    @OfEveryLineage(logins = 2)
    void aHandMadeBlacklistEntryRefusesThatAccessTokenAndItsLoginCannotRefresh(LedgerFixture user) {
        Issued pair = user.first();
        user.put(LedgerFixture.revoked(pair), "1");
        assertThat(user.check(pair.accessToken())).isEqualTo(denied(Reason.REVOKED));
        writeAgain(user);
        user.assertLives(user.pair(1));
        user.assertDead(pair);
        user.delete(LedgerFixture.revoked(pair));
        user.assertDead(pair);
        user.assertWhole();
    }

    @OfEveryLineage(logins = 1)
    void theGraceRepeatsNothingThatIsBlacklisted(LedgerFixture user) {
        Issued next = rotated(user.rotate(user.first()));
        user.put(LedgerFixture.revoked(next), "1");
        user.assertRefused(user.first());
        assertThat(user.accessLives(next)).isFalse();
    }

    @OfEveryLineage
    void aTokenWithoutItsRecordOrItsPlaceInTheSetIsRefusedForGood(LedgerFixture any) {
        for (Consumer<LedgerFixture> removal : List.<Consumer<LedgerFixture>>of(
                user -> user.delete(user.record(user.first())),
                user -> user.byHand(
                        batch -> batch.setRemove(user.tokenSet, Bytes.of(user.keyPart(user.firstToken())))))) {
            LedgerFixture user = new LedgerFixture(any.setting);
            user.issued(2);
            removal.accept(user);
            user.assertSpent(user.firstToken());
            assertThat(user.list()).hasSize(1);
            writeAgain(user);
            user.assertSpent(user.firstToken());
            user.assertRefused(user.first());
            user.assertLives(user.pair(1));
            rotated(user.rotate(user.pair(1)));
            assertThat(user.endAllBut(user.pair(1))).isPositive();
            user.assertWhole();
        }
    }

    /** Also after the loop that deletes the record of each member first. */
    @OfEveryLineage
    void withoutTheSetNoTokenRefreshes(LedgerFixture any) {
        for (boolean records : new boolean[] {true, false}) {
            LedgerFixture user = new LedgerFixture(any.setting);
            rotated(user.issued(3).rotate(user.first()));
            if (!records) {
                user.members(user.tokenSet).forEach(member -> user.delete(TokenKeys.REFRESH.key(member)));
            }
            user.delete(user.tokenSet);
            assertThat(user.list()).isEmpty();
            assertThat(user.random.drawn()).noneMatch(user::refreshLives);
            user.pairs().forEach(user::assertRefused);
            writeAgain(user);
            assertThat(user.list()).hasSize(1);
            user.assertWhole();
        }
    }

    @OfEveryLineage(logins = 2)
    void anIdRemovedFromItsListIsRefusedForGoodAndAllAreWithoutTheList(LedgerFixture user) {
        Bytes id = Bytes.of(access(user.first()).id());
        user.byHand(batch -> batch.setRemove(user.accessSet, id));
        assertThat(user.check(user.first().accessToken())).isEqualTo(denied(Reason.UNKNOWN));
        writeAgain(user);
        assertThat(user.accessLives(user.first())).isFalse();
        user.assertLives(user.pair(1));
        user.delete(user.accessSet);
        List<Issued> before = List.copyOf(user.pairs());
        assertThat(before).noneMatch(user::accessLives);
        writeAgain(user);
        assertThat(before).noneMatch(user::accessLives);
    }

    /** Also those whose access tokens have ended. */
    @OfEveryLineage
    void theLoopThatBlacklistsAllLogsTheUserOutEverywhere(LedgerFixture any) {
        for (Duration later : List.of(Duration.ofMinutes(14), Duration.ofDays(1))) {
            LedgerFixture user = new LedgerFixture(any.setting);
            rotated(user.issued(3).rotate(user.first()));
            clock().advance(later);
            assertThat(user.members(user.accessSet)).isNotEmpty();
            user.members(user.accessSet).forEach(jti -> user.put(TokenKeys.REVOKED.key(jti), "1"));
            assertThat(user.pairs()).noneMatch(user::accessLives);
            user.pairs().forEach(user::assertRefused);
            user.assertNothingLives();
        }
    }

    @OfEveryLineage(logins = 1)
    void aHandMadeInstantEndsWhatWasIssuedBefore(LedgerFixture user) {
        clock().advance(MINUTE);
        user.put(user.invalidBefore, Long.toString(clock().instant().getEpochSecond()));
        assertThat(user.check(user.first().accessToken())).isEqualTo(denied(Reason.INVALIDATED));
        user.assertDead(user.first());
        assertThat(user.list()).isEmpty();
        clock().advance(SECOND);
        user.assertLives(user.issue());
        user.assertDead(user.first());
        user.assertWhole();
    }

    /** A rotation reads the sizes of the sets, which do not tell that. */
    @OfEveryLineage(logins = 2)
    void aTokenWhosePlaceInTheSetWasGivenToAnotherIsRefusedForGood(LedgerFixture user) {
        Bytes place = Bytes.of(user.keyPart(user.firstToken()));
        user.byHand(batch -> batch.setRemove(user.tokenSet, place).setAdd(user.tokenSet, Bytes.of("ab".repeat(32))));
        rotated(user.rotate(user.pair(1)));
        user.assertRefused(user.first());
        user.assertSpent(user.firstToken());
        assertThat(user.list()).hasSize(1);
        user.assertWhole();
    }

    @OfEveryLineage(logins = 2)
    void anIdThatTookThePlaceOfAnotherInTheListEndsAsAnyOther(LedgerFixture user) {
        String foreign = "abcd-jti-" + user.id;
        Bytes removed = Bytes.of(access(user.first()).id());
        user.byHand(batch -> batch.setRemove(user.accessSet, removed).setAdd(user.accessSet, Bytes.of(foreign)));
        Issued last = rotated(user.rotate(user.pair(1)));
        assertThat(user.accessLives(user.first())).isFalse();
        assertThat(user.members(user.accessSet)).contains(foreign);
        for (int lives = 0; lives < 3; lives++) {
            clock().advance(Duration.ofMinutes(16));
            last = rotated(user.rotate(last));
        }
        assertThat(user.members(user.accessSet)).doesNotContain(foreign);
        user.assertWhole();
    }

    @OfEveryLineage(logins = 1)
    void anIdAddedByHandIsEndedWithTheRest(LedgerFixture user) {
        user.byHand(batch -> batch.setAdd(user.accessSet, Bytes.of("abcd-jti-" + user.id)));
        user.endAll();
        user.assertNothingLives();
    }
}
