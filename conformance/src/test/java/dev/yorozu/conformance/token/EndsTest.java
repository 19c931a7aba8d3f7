package dev.yorozu.conformance.token;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.InBothStorages;
import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.secret.Storage;
import dev.yorozu.store.testkit.FaultyStore;
import dev.yorozu.token.Login;
import dev.yorozu.token.Pair;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/** Logins end at once and whole, access tokens included; what comes later lives. */
@OnEveryStore(heldClock = true)
final class EndsTest extends TokenSuite {
    private void assertEnded(TokenFixture scene, Pair pair) {
        scene.assertDead(pair);
        assertThat(store().type(scene.record(pair.refreshToken()))).isEmpty();
        assertThat(store().type(TokenFixture.revoked(pair.access().id()))).isPresent();
        assertThat(pair(scene.rotate(pair.refreshToken()))).isEmpty();
        assertThat(scene.tokens().ofAccess(scene.user(), pair.access().id())).isEmpty();
    }

    @InBothStorages
    void endingOneLeavesTheOthers(Storage storage) {
        TokenFixture scene = scene(storage).issued(3);
        Pair pair = scene.pairs().get(1);
        assertThat(scene.tokens().end(pair.refreshToken(), scene.user()).map(Login::family))
                .hasValue(pair.login().family());
        assertEnded(scene, pair);
        assertThat(scene.tokens().end(pair.refreshToken(), scene.user())).isEmpty();
        scene.assertLives(scene.pairs().get(0));
        scene.assertLives(scene.pairs().get(2));
        scene.assertWhole();
    }

    @InBothStorages
    void aSpentTokenEndsItsLoginToo(Storage storage) {
        TokenFixture scene = scene(storage).issued(2);
        Pair old = scene.first();
        Pair next = rotated(scene.rotate(old.refreshToken()));
        clock().advance(Duration.ofHours(1));
        assertThat(scene.tokens().end(old.refreshToken(), scene.user()).map(Login::family))
                .hasValue(old.login().family());
        scene.assertDead(next);
        assertThat(scene.tokens().list(scene.user())).hasSize(1);
        scene.assertWhole();
    }

    @InBothStorages
    void nobodyEndsTheLoginOfAnother(Storage storage) {
        TokenFixture mine = scene(storage).issued(1);
        TokenFixture theirs = scene(storage).issued(1);
        assertThat(mine.tokens().end(theirs.firstToken(), mine.user())).isEmpty();
        assertThat(mine.tokens().endAllBut(mine.user(), theirs.firstFamily())).isEqualTo(1);
        theirs.assertLives(theirs.first());
        mine.assertNothingLives();
    }

    @InBothStorages
    void endingAllEndsEveryLoginAtOnce(Storage storage) {
        TokenFixture scene = scene(storage).issued(3);
        Pair next = rotated(scene.rotate(scene.firstToken()));
        assertThat(scene.tokens().endAll(scene.user())).isEqualTo(3);
        assertEnded(scene, next);
        assertEnded(scene, scene.pairs().get(1));
        assertEnded(scene, scene.pairs().get(2));
        scene.assertDead(scene.first());
        scene.assertNothingLives();
        assertThat(scene.tokens().endAll(scene.user())).isZero();
    }

    @InBothStorages
    void whatIsIssuedAfterEndingAllInTheSameSecondLives(Storage storage) {
        TokenFixture scene = scene(storage);
        clock().set(clock().instant().truncatedTo(ChronoUnit.SECONDS).plusMillis(1200));
        Pair before = scene.issue();
        clock().advance(Duration.ofMillis(300));
        assertThat(scene.tokens().endAll(scene.user())).isEqualTo(1);
        Pair at = scene.issue();
        clock().advance(Duration.ofMillis(300));
        Pair after = scene.issue();
        scene.assertDead(before);
        scene.assertLives(at);
        scene.assertLives(after);
        scene.assertWhole();
        rotated(scene.rotate(at.refreshToken()));
    }

    @InBothStorages
    void aServerWhoseClockIsBehindTheOneThatEndedAllCanGoOn(Storage storage) {
        TokenFixture scene = scene(storage).issued(1);
        clock().advance(SKEW);
        scene.tokens().endAll(scene.user());
        clock().advance(SKEW.dividedBy(2).negated());
        Pair later = scene.issue();
        scene.assertLives(later);
        Pair next = rotated(scene.rotate(later.refreshToken()));
        scene.assertLives(next);
        scene.assertWhole();
    }

    @InBothStorages
    void endingAllButOneKeepsThatOne(Storage storage) {
        TokenFixture scene = scene(storage).issued(4);
        Pair kept = rotated(scene.rotate(scene.pairs().get(1).refreshToken()));
        assertThat(scene.tokens().endAllBut(scene.user(), kept.login().family()))
                .isEqualTo(3);
        scene.assertLives(kept);
        assertThat(scene.accessLives(scene.pairs().get(1).access())).isTrue();
        for (int i : List.of(0, 2, 3)) {
            assertEnded(scene, scene.pairs().get(i));
        }
        scene.assertWhole();
        assertThat(scene.tokens().endAllBut(scene.user(), kept.login().family()))
                .isZero();
        rotated(scene.rotate(kept.refreshToken()));
    }

    @InBothStorages
    void endingAllButAnUnknownOneEndsAll(Storage storage) {
        TokenFixture scene = scene(storage).issued(2);
        assertThat(scene.tokens().endAllBut(scene.user(), "0123456789abcdef")).isEqualTo(2);
        scene.assertNothingLives();
    }

    @InBothStorages
    void endingByAttributeEndsThatDeviceOnly(Storage storage) {
        TokenFixture scene = scene(storage).issued(1);
        Pair tablet = scene.issue(scene.tokens(), ATTRIBUTES.with("DevicePublicId", "tablet"));
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
        TokenFixture scene = scene(storage);
        Pair early = scene.issue();
        clock().advance(Duration.ofMinutes(1));
        Instant time = clock().instant();
        Pair at = scene.issue();
        clock().advance(Duration.ofMinutes(1));
        Pair late = scene.issue();
        assertThat(scene.tokens().invalidateBefore(scene.user(), time)).isEqualTo(1);
        assertEnded(scene, early);
        scene.assertLives(at);
        scene.assertLives(late);
        scene.assertWhole();
    }

    @InBothStorages
    void invalidatingNowReachesWhatWasIssuedInTheSameSecond(Storage storage) {
        TokenFixture scene = scene(storage);
        clock().set(clock().instant().truncatedTo(ChronoUnit.SECONDS).plusMillis(1200));
        Pair before = scene.issue();
        clock().advance(Duration.ofMillis(300));
        assertThat(scene.tokens().invalidateBefore(scene.user(), clock().instant()))
                .isEqualTo(1);
        Pair after = scene.issue();
        scene.assertDead(before);
        assertThat(pair(scene.rotate(before.refreshToken()))).isEmpty();
        scene.assertLives(after);
        scene.assertWhole();
    }

    @InBothStorages
    void invalidatingAnEarlierTimeUndoesNoLaterOne(Storage storage) {
        TokenFixture scene = scene(storage);
        Pair early = scene.issue();
        clock().advance(Duration.ofMinutes(1));
        scene.tokens().invalidateBefore(scene.user(), clock().instant());
        scene.tokens().invalidateBefore(scene.user(), clock().instant().minus(Duration.ofHours(1)));
        assertThat(store().get(scene.invalidBefore()).orElseThrow().text())
                .isEqualTo(Long.toString(clock().instant().getEpochSecond()));
        scene.assertDead(early);
    }

    @InBothStorages
    void aRotatedLoginCountsByItsLastIssue(Storage storage) {
        TokenFixture scene = scene(storage);
        Pair old = scene.issue();
        clock().advance(Duration.ofMinutes(1));
        Instant time = clock().instant();
        Pair next = rotated(scene.rotate(old.refreshToken()));
        clock().advance(Duration.ofMinutes(1));
        scene.tokens().invalidateBefore(scene.user(), time);
        assertThat(scene.accessLives(old.access())).isFalse();
        assertThat(scene.refreshLives(next.refreshToken())).isEqualTo(scene.accessLives(next.access()));
        scene.assertWhole();
    }

    @InBothStorages
    void theListIsNewestFirstAndOfTheLivingOnly(Storage storage) {
        TokenFixture scene = scene(storage);
        Pair first = scene.issue();
        clock().advance(Duration.ofDays(10));
        Pair second = scene.issue();
        clock().advance(Duration.ofDays(10));
        Pair third = scene.issue();
        assertThat(scene.tokens().list(scene.user()).stream().map(Login::family))
                .containsExactly(
                        third.login().family(),
                        second.login().family(),
                        first.login().family());
        clock().set(first.login().endsAt());
        assertThat(scene.tokens().list(scene.user()).stream().map(Login::family))
                .containsExactly(third.login().family(), second.login().family());
    }

    @InBothStorages
    void anAccessTokenLeadsToItsLogin(Storage storage) {
        TokenFixture scene = scene(storage).issued(2);
        Pair next = rotated(scene.rotate(scene.firstToken()));
        for (Pair pair : List.of(scene.first(), next)) {
            assertThat(scene.tokens().ofAccess(scene.user(), pair.access().id()).map(Login::family))
                    .hasValue(scene.firstFamily());
        }
        TokenFixture other = scene(storage).issued(1);
        assertThat(scene.tokens().ofAccess(scene.user(), other.first().access().id()))
                .isEmpty();
        assertThat(scene.tokens().ofAccess(scene.user(), "no-such-jti")).isEmpty();
    }

    @InBothStorages
    void endingNobodyChangesNothingAndAsksLittle(Storage storage) {
        TokenFixture scene = scene(storage);
        FaultyStore counting = FaultyStore.counting(store());
        assertThat(scene.tokens(counting).endAll(scene.user())).isZero();
        assertThat(scene.tokens(counting).endAllBut(scene.user(), "0123456789abcdef"))
                .isZero();
        assertThat(counting.calls()).isLessThanOrEqualTo(6);
        Pair pair = scene.issue();
        scene.assertLives(pair);
    }
}
