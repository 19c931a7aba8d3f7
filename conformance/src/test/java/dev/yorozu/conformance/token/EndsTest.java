package dev.yorozu.conformance.token;

import static dev.yorozu.conformance.token.LineageKind.LEDGER;
import static dev.yorozu.conformance.token.LineageKind.SESSION;
import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.json.Document;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.testkit.FaultyStore;
import dev.yorozu.token.Issued;
import dev.yorozu.token.Login;
import dev.yorozu.token.ledger.Logins;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/** Logins end at once and whole, access tokens included; what comes later lives. */
@OnEveryStore(heldClock = true)
final class EndsTest extends TokenSuite {
    @OfEveryLineage(
            value = {LEDGER, SESSION},
            logins = 4)
    void endsEndAndRemoveWhatTheySay(LineageFixture user) {
        Issued kept = rotated(user.rotate(user.pair(1)));
        assertThat(user.end(user.first())).isTrue();
        assertThat(user.end(user.first())).isFalse();
        user.assertRemoved(user.first());
        assertThat(user.endAllBut(kept)).isEqualTo(2);
        user.assertLives(kept);
        assertThat(user.accessLives(user.pair(1))).isTrue();
        user.assertRemoved(user.pair(2));
        user.assertRemoved(user.pair(3));
        user.assertWhole();
        assertThat(user.endAllBut(kept)).isZero();
        Issued last = rotated(user.rotate(kept));
        assertThat(user.endAll()).isEqualTo(1);
        user.assertRemoved(last);
        user.assertNothingLives();
    }

    @OfEveryLineage(
            value = {LEDGER, SESSION},
            logins = 2)
    void nobodyEndsTheLoginOfAnotherAndAllEndButOneThatIsUnknown(LineageFixture mine, LineageFixture theirs) {
        assertThat(mine.end(theirs.first())).isFalse();
        assertThat(mine.endAllBut(theirs.first())).isEqualTo(2);
        theirs.assertLives(theirs.first());
        mine.assertNothingLives();
    }

    @OfEveryLineage(
            value = {LEDGER, SESSION},
            logins = CAP)
    void theOldestLoginsEndAtTheCap(LineageFixture user) {
        user.pairs().forEach(user::assertLives);
        user.issued(2);
        user.pairs().subList(0, 2).forEach(user::assertRemoved);
        user.pairs().subList(2, CAP + 2).forEach(user::assertLives);
        assertThat(user.list()).hasSize(CAP);
        user.assertWhole();
    }

    @OfEveryLineage({LEDGER, SESSION})
    void theListIsNewestFirstAndOfTheLivingOnly(LineageFixture user) {
        Issued first = user.issueLasting();
        clock().advance(Duration.ofDays(10));
        String second = user.issueLasting().login().id();
        clock().advance(Duration.ofDays(10));
        String third = user.issueLasting().login().id();
        assertThat(user.list()).containsExactly(third, second, first.login().id());
        clock().set(first.login().endsAt());
        assertThat(user.list()).containsExactly(third, second);
    }

    @OfEveryLineage(logins = 2)
    void aSpentTokenEndsItsLoginToo(LedgerFixture user) {
        Issued next = rotated(user.rotate(user.first()));
        clock().advance(Duration.ofHours(1));
        assertThat(user.tokens().end(user.firstToken(), user.id).map(Login::id))
                .hasValue(user.first().login().id());
        user.assertDead(next);
        assertThat(user.list()).hasSize(1);
        user.assertWhole();
    }

    @OfEveryLineage(logins = 1)
    void aServerWhoseClockIsBehindTheOneThatEndedAllCanGoOn(LedgerFixture user) {
        clock().advance(SKEW);
        user.endAll();
        clock().advance(SKEW.dividedBy(2).negated());
        Issued later = user.issue();
        user.assertLives(later);
        user.assertLives(rotated(user.rotate(later)));
        user.assertWhole();
    }

    @OfEveryLineage(logins = 1)
    void endingByAttributeEndsThatDeviceOnly(LedgerFixture user) {
        Document attributes = ATTRIBUTES.with("DevicePublicId", "tablet");
        Issued tablet = user.issue(user.tokens(), attributes);
        for (int ended : List.of(1, 0)) {
            assertThat(user.tokens()
                            .endWhere(user.id, login -> login.attributes().equals(attributes)))
                    .isEqualTo(ended);
            user.assertRemoved(tablet);
            user.assertLives(user.first());
            user.assertWhole();
        }
    }

    /** A rotated login counts by its last issue. */
    @OfEveryLineage
    void invalidatingEndsWhatWasIssuedBeforeAndNothingElseAndIsNotUndone(LedgerFixture user) {
        Issued early = user.issue();
        Issued old = user.issue();
        clock().advance(MINUTE);
        Instant time = clock().instant();
        Issued at = user.issue();
        Issued next = rotated(user.rotate(old));
        clock().advance(MINUTE);
        Issued late = user.issue();
        assertThat(user.tokens().invalidateBefore(user.id, time)).isEqualTo(1);
        user.assertRemoved(early);
        assertThat(user.accessLives(old)).isFalse();
        List.of(at, next, late).forEach(user::assertLives);
        user.assertWhole();
        user.tokens().invalidateBefore(user.id, time.minus(Duration.ofHours(1)));
        assertThat(store().get(user.invalidBefore)).hasValue(Bytes.of(Long.toString(time.getEpochSecond())));
        user.assertDead(early);
    }

    @OfEveryLineage
    void invalidatingNowReachesWhatWasIssuedInTheSameSecond(LedgerFixture user) {
        clock().set(clock().instant().truncatedTo(ChronoUnit.SECONDS).plusMillis(1200));
        Issued before = user.issue();
        clock().advance(Duration.ofMillis(300));
        assertThat(user.tokens().invalidateBefore(user.id, clock().instant())).isEqualTo(1);
        user.assertLives(user.issue());
        user.assertDead(before);
        user.assertWhole();
    }

    @OfEveryLineage(logins = 2)
    void anAccessTokenLeadsToItsLogin(LedgerFixture user, LedgerFixture other) {
        Issued next = rotated(user.rotate(user.first()));
        for (Issued pair : List.of(user.first(), next)) {
            assertThat(user.tokens().ofAccess(user.id, access(pair).id()).map(Login::id))
                    .hasValue(user.first().login().id());
        }
        for (String unknown : List.of(access(other.first()).id(), "no-such-jti")) {
            assertThat(user.tokens().ofAccess(user.id, unknown)).isEmpty();
        }
    }

    @OfEveryLineage
    void endingNobodyChangesNothingAndAsksLittle(LedgerFixture user) {
        FaultyStore counting = FaultyStore.counting(store());
        assertThat(user.tokens(counting).endAll(user.id)).isZero();
        assertThat(user.tokens(counting).endAllBut(user.id, "0123456789abcdef")).isZero();
        assertThat(counting.trips()).isLessThanOrEqualTo(6);
        user.assertLives(user.issue());
    }

    @OfEveryLineage(logins = 2)
    void findingListingAndOwningSpendNothingAndEndNobody(LedgerFixture user) {
        Logins tokens = user.tokens();
        assertThat(tokens.find(user.firstToken())).hasValue(user.first().login());
        assertThat(user.list()).hasSize(2);
        Issued next = rotated(user.rotate(user.first()));
        assertThat(next.login().access()).containsExactlyInAnyOrder(access(user.first()), access(next));
        assertThat(tokens.list(user.id)).contains(next.login());
        clock().advance(MINUTE);
        assertThat(tokens.find(user.firstToken())).isEmpty();
        for (Issued pair : List.of(user.first(), next)) {
            assertThat(tokens.owner(pair.refreshToken())).hasValue(user.id);
        }
        assertNobodys(tokens, user, user.anotherToken());
        user.assertLives(next);
    }

    private static void assertNobodys(Logins tokens, LineageFixture user, String token) {
        assertThat(tokens.find(token)).isEmpty();
        assertThat(tokens.owner(token)).isEmpty();
        assertThat(tokens.end(token, user.id)).isEmpty();
    }

    @OfEveryLineage
    void whatHasNoFormOfATokenIsNobodysAndCostsNoCall(LedgerFixture user) {
        FaultyStore counting = FaultyStore.counting(store());
        for (String sent : List.of("", "short", "0123456789abcdef0123456789abcde:", user.anotherToken() + "0")) {
            assertNobodys(user.tokens(counting), user, sent);
        }
        assertThat(counting.calls()).isZero();
    }
}
