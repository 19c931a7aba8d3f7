package dev.yorozu.conformance.token;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.InBothStorages;
import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.secret.Storage;
import dev.yorozu.store.testkit.FaultyStore;
import dev.yorozu.token.Issued;
import dev.yorozu.token.Login;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/** Logins end at once and whole, access tokens included; what comes later lives. */
@OnEveryStore(heldClock = true)
final class EndsTest extends TokenSuite {
    private void assertEnded(LedgerFixture scene, Issued pair) {
        scene.assertDead(pair);
        assertThat(store().type(scene.record(pair.refreshToken()))).isEmpty();
        assertThat(store().type(LedgerFixture.revoked(access(pair).id()))).isPresent();
        scene.assertRefused(pair.refreshToken());
        assertThat(scene.tokens().ofAccess(scene.user(), access(pair).id())).isEmpty();
    }

    @InBothStorages
    void endsRemoveTheRecordAndRevokeTheAccessTokens(Storage storage) {
        LedgerFixture scene = scene(storage).issued(3);
        Issued next = rotated(scene.rotate(scene.first()));
        assertThat(scene.end(scene.token(1)).map(Login::id))
                .hasValue(scene.pair(1).login().id());
        assertEnded(scene, scene.pair(1));
        assertThat(scene.endAll()).isEqualTo(2);
        assertEnded(scene, next);
        assertEnded(scene, scene.pair(2));
        scene.assertNothingLives();
    }

    @InBothStorages
    void aSpentTokenEndsItsLoginToo(Storage storage) {
        LedgerFixture scene = scene(storage).issued(2);
        Issued old = scene.first();
        Issued next = rotated(scene.rotate(old));
        clock().advance(Duration.ofHours(1));
        assertThat(scene.end(old.refreshToken()).map(Login::id))
                .hasValue(old.login().id());
        scene.assertDead(next);
        assertThat(scene.list()).hasSize(1);
        scene.assertWhole();
    }

    @InBothStorages
    void nobodyEndsTheLoginOfAnother(Storage storage) {
        LedgerFixture mine = scene(storage).issued(1);
        LedgerFixture theirs = scene(storage).issued(1);
        assertThat(mine.end(theirs.firstToken())).isEmpty();
        assertThat(mine.endAllBut(theirs.firstFamily())).isEqualTo(1);
        theirs.assertLives(theirs.first());
        mine.assertNothingLives();
    }

    @InBothStorages
    void aServerWhoseClockIsBehindTheOneThatEndedAllCanGoOn(Storage storage) {
        LedgerFixture scene = scene(storage).issued(1);
        clock().advance(SKEW);
        scene.endAll();
        clock().advance(SKEW.dividedBy(2).negated());
        Issued later = scene.issue();
        scene.assertLives(later);
        Issued next = rotated(scene.rotate(later));
        scene.assertLives(next);
        scene.assertWhole();
    }

    @InBothStorages
    void endingAllButOneKeepsThatOne(Storage storage) {
        LedgerFixture scene = scene(storage).issued(4);
        Issued kept = rotated(scene.rotate(scene.pair(1)));
        assertThat(scene.endAllBut(kept.login().id())).isEqualTo(3);
        scene.assertLives(kept);
        assertThat(scene.accessLives(scene.pair(1))).isTrue();
        for (int i : List.of(0, 2, 3)) {
            assertEnded(scene, scene.pair(i));
        }
        scene.assertWhole();
        assertThat(scene.endAllBut(kept.login().id())).isZero();
        rotated(scene.rotate(kept));
    }

    @InBothStorages
    void endingAllButAnUnknownOneEndsAll(Storage storage) {
        LedgerFixture scene = scene(storage).issued(2);
        assertThat(scene.endAllBut("0123456789abcdef")).isEqualTo(2);
        scene.assertNothingLives();
    }

    @InBothStorages
    void endingByAttributeEndsThatDeviceOnly(Storage storage) {
        LedgerFixture scene = scene(storage).issued(1);
        Issued tablet = scene.issue(scene.tokens(), ATTRIBUTES.with("DevicePublicId", "tablet"));
        assertThat(scene.tokens()
                        .endWhere(
                                scene.user(),
                                login -> login.attributes()
                                        .text("DevicePublicId")
                                        .filter("tablet"::equals)
                                        .isPresent()))
                .isEqualTo(1);
        assertEnded(scene, tablet);
        scene.assertLives(scene.first());
        scene.assertWhole();
        assertThat(scene.tokens().endWhere(scene.user(), login -> false)).isZero();
        scene.assertLives(scene.first());
    }

    @InBothStorages
    void invalidatingEndsWhatWasIssuedBeforeAndNothingElse(Storage storage) {
        LedgerFixture scene = scene(storage);
        Issued early = scene.issue();
        clock().advance(Duration.ofMinutes(1));
        Instant time = clock().instant();
        Issued at = scene.issue();
        clock().advance(Duration.ofMinutes(1));
        Issued late = scene.issue();
        assertThat(scene.invalidateBefore(time)).isEqualTo(1);
        assertEnded(scene, early);
        scene.assertLives(at);
        scene.assertLives(late);
        scene.assertWhole();
    }

    @InBothStorages
    void invalidatingNowReachesWhatWasIssuedInTheSameSecond(Storage storage) {
        LedgerFixture scene = scene(storage);
        clock().set(clock().instant().truncatedTo(ChronoUnit.SECONDS).plusMillis(1200));
        Issued before = scene.issue();
        clock().advance(Duration.ofMillis(300));
        assertThat(scene.invalidateBefore(clock().instant())).isEqualTo(1);
        Issued after = scene.issue();
        scene.assertDead(before);
        scene.assertRefused(before.refreshToken());
        scene.assertLives(after);
        scene.assertWhole();
    }

    @InBothStorages
    void invalidatingAnEarlierTimeUndoesNoLaterOne(Storage storage) {
        LedgerFixture scene = scene(storage);
        Issued early = scene.issue();
        clock().advance(Duration.ofMinutes(1));
        scene.invalidateBefore(clock().instant());
        scene.invalidateBefore(clock().instant().minus(Duration.ofHours(1)));
        assertThat(store().get(scene.invalidBefore()).orElseThrow().text())
                .isEqualTo(Long.toString(clock().instant().getEpochSecond()));
        scene.assertDead(early);
    }

    @InBothStorages
    void aRotatedLoginCountsByItsLastIssue(Storage storage) {
        LedgerFixture scene = scene(storage);
        Issued old = scene.issue();
        clock().advance(Duration.ofMinutes(1));
        Instant time = clock().instant();
        Issued next = rotated(scene.rotate(old));
        clock().advance(Duration.ofMinutes(1));
        scene.invalidateBefore(time);
        assertThat(scene.accessLives(old)).isFalse();
        assertThat(scene.current(next)).isEqualTo(scene.accessLives(next));
        scene.assertWhole();
    }

    @InBothStorages
    void theListIsNewestFirstAndOfTheLivingOnly(Storage storage) {
        LedgerFixture scene = scene(storage);
        Issued first = scene.issue();
        clock().advance(Duration.ofDays(10));
        Issued second = scene.issue();
        clock().advance(Duration.ofDays(10));
        Issued third = scene.issue();
        assertThat(scene.list().stream().map(Login::id))
                .containsExactly(
                        third.login().id(), second.login().id(), first.login().id());
        clock().set(first.login().endsAt());
        assertThat(scene.list().stream().map(Login::id))
                .containsExactly(third.login().id(), second.login().id());
    }

    @InBothStorages
    void anAccessTokenLeadsToItsLogin(Storage storage) {
        LedgerFixture scene = scene(storage).issued(2);
        Issued next = rotated(scene.rotate(scene.first()));
        for (Issued pair : List.of(scene.first(), next)) {
            assertThat(scene.tokens().ofAccess(scene.user(), access(pair).id()).map(Login::id))
                    .hasValue(scene.firstFamily());
        }
        LedgerFixture other = scene(storage).issued(1);
        assertThat(scene.tokens().ofAccess(scene.user(), access(other.first()).id()))
                .isEmpty();
        assertThat(scene.tokens().ofAccess(scene.user(), "no-such-jti")).isEmpty();
    }

    @InBothStorages
    void endingNobodyChangesNothingAndAsksLittle(Storage storage) {
        LedgerFixture scene = scene(storage);
        FaultyStore counting = FaultyStore.counting(store());
        assertThat(scene.tokens(counting).endAll(scene.user())).isZero();
        assertThat(scene.tokens(counting).endAllBut(scene.user(), "0123456789abcdef"))
                .isZero();
        assertThat(counting.trips()).isLessThanOrEqualTo(6);
        Issued pair = scene.issue();
        scene.assertLives(pair);
    }

    @InBothStorages
    void findingListingAndOwningSpendNothingAndEndNobody(Storage storage) {
        LedgerFixture scene = scene(storage).issued(2);
        String unknown = scene.anotherToken();
        for (int i = 0; i < 3; i++) {
            assertThat(scene.find(scene.firstToken())).hasValue(scene.first().login());
            assertThat(scene.list()).hasSize(2);
        }
        Issued next = rotated(scene.rotate(scene.first()));
        assertThat(next.login().access()).containsExactlyInAnyOrder(access(scene.first()), access(next));
        assertThat(scene.list()).contains(next.login());
        clock().advance(Duration.ofMinutes(1));
        assertThat(scene.find(scene.firstToken())).isEmpty();
        for (Issued pair : List.of(scene.first(), next)) {
            assertThat(scene.owner(pair.refreshToken())).hasValue(scene.user());
        }
        assertThat(scene.find(unknown)).isEmpty();
        assertThat(scene.owner(unknown)).isEmpty();
        assertThat(scene.end(unknown)).isEmpty();
        scene.assertLives(next);
    }

    @InBothStorages
    void whatHasNoFormOfATokenIsNobodysAndCostsNoCall(Storage storage) {
        LedgerFixture scene = scene(storage);
        FaultyStore counting = FaultyStore.counting(store());
        for (String sent : List.of("", "short", "0123456789abcdef0123456789abcde:", scene.anotherToken() + "0")) {
            assertThat(scene.tokens(counting).find(sent)).isEmpty();
            assertThat(scene.tokens(counting).end(sent, scene.user())).isEmpty();
            assertThat(scene.tokens(counting).owner(sent)).isEmpty();
        }
        assertThat(counting.calls()).isZero();
    }

    @InBothStorages
    void noAccessTokenOutlivesTheAbsoluteEnd(Storage storage) {
        LedgerFixture scene = scene(storage);
        Issued last = scene.issue();
        Instant end = last.login().beganAt().plus(ABSOLUTE_LIFE);
        while (clock().instant().plus(Duration.ofDays(20)).isBefore(end)) {
            clock().advance(Duration.ofDays(20));
            last = rotated(scene.rotate(last));
        }
        clock().set(end.minus(Duration.ofMinutes(1)));
        assertThat(access(rotated(scene.rotate(last))).endsAt()).isBeforeOrEqualTo(end);
        clock().set(end);
        assertThat(scene.list()).isEmpty();
    }
}
