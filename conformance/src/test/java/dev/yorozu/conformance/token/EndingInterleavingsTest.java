package dev.yorozu.conformance.token;

import static dev.yorozu.conformance.token.LineageKind.LEDGER;
import static dev.yorozu.conformance.token.LineageKind.SESSION;
import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.OnEveryStore;

/** What ends, checks or lists logins, with everything else between any two of its calls. */
@OnEveryStore(heldClock = true, costly = true)
final class EndingInterleavingsTest extends InterleavingSuite {
    @OfEveryLineage
    void anEndAmongOthersEndsThatLogin(LineageFixture any) {
        for (LineageFixture.End end : LineageFixture.ENDS) {
            amongOthers(
                    any,
                    user -> {},
                    (user, through) -> end.end(user, through, user.first()),
                    (user, ended, other) -> user.line(user.first()).forEach(user::assertDead));
        }
    }

    @OfEveryLineage
    void endingAllAmongOthersEndsAllThatWasThere(LineageFixture any) {
        amongOthers(any, user -> {}, LineageFixture::endAll, (user, ended, other) -> {
            user.pairs().stream().limit(3).flatMap(user::line).forEach(user::assertDead);
        });
    }

    @OfEveryLineage({LEDGER, SESSION})
    void endingTheOthersAmongOthersKeepsTheCurrentOne(LineageFixture any) {
        amongOthers(any, user -> {}, (user, through) -> user.endAllBut(through, user.first()), (user, ended, other) -> {
            user.pairs().subList(1, 3).stream().flatMap(user::line).forEach(user::assertDead);
            if (!other.endsFirst(user)) {
                assertThat(user.line(user.first()).filter(user::current)).hasSize(1);
            }
        });
    }

    @OfEveryLineage
    void aCheckAmongOthersBringsNobodyBack(LineageFixture any) {
        amongOthers(
                any,
                user -> clock().advance(MINUTE),
                (user, through) -> user.accessTokens(through).check(user.first().accessToken()),
                (user, check, other) -> {});
    }

    @OfEveryLineage
    void invalidatingAmongOthersEndsWhatWasThere(LedgerFixture any) {
        amongOthers(
                any,
                user -> clock().advance(SECOND),
                (user, through) -> any.tokens(through).invalidateBefore(user.id, clock().instant()),
                (user, ended, other) -> user.assertDead(user.pair(2)));
    }

    @OfEveryLineage
    void listingAmongOthersLosesNobody(LedgerFixture any) {
        amongOthers(any, user -> {}, (user, through) -> any.tokens(through).list(user.id), (user, list, other) -> {
            if (user.pairs().stream().limit(3).noneMatch(pair -> other.ends().test(user, pair))) {
                assertThat(user.list()).hasSizeGreaterThanOrEqualTo(3);
            }
        });
    }
}
