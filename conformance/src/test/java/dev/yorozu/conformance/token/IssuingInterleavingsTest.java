package dev.yorozu.conformance.token;

import static dev.yorozu.conformance.token.LineageKind.FAMILY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.store.Store;
import dev.yorozu.store.testkit.FaultyStore;
import dev.yorozu.token.Issued;
import dev.yorozu.token.Rotation;
import java.util.List;

/** What issues tokens, a sign-in or a rotation, with everything else between any two of its calls. */
@OnEveryStore(heldClock = true, costly = true)
final class IssuingInterleavingsTest extends InterleavingSuite {
    /** A token that is presented late ends no login of a client that has just gone on. */
    private static void assertOwnLives(LineageFixture user, Rotation rotation, Other other) {
        if (!other.endsFirst(user)) {
            assertThat(rotation).as(other.name()).isNotInstanceOf(Rotation.Reused.class);
            assertThat(user.line(user.first()).filter(user::current))
                    .as(other.name())
                    .isNotEmpty();
        }
    }

    @OfEveryLineage
    void aRotationAmongOthersIsWholeOrNone(LineageFixture any) {
        amongOthers(any, user -> {}, LineageFixture::rotateFirst, IssuingInterleavingsTest::assertOwnLives);
    }

    @OfEveryLineage
    void aRetryAmongOthersRepeatsOnlyWhatLives(LineageFixture any) {
        amongOthers(
                any,
                user -> user.rotate(user.first()),
                LineageFixture::rotateFirst,
                IssuingInterleavingsTest::assertOwnLives);
    }

    @OfEveryLineage
    void aRotationThatAnotherOvertakesGivesTheSamePair(LineageFixture any) {
        for (int call = 1; call <= 3; call++) {
            LineageFixture user = any.another().issued(1);
            Store busy = FaultyStore.meanwhile(store(), call, () -> rotated(user.rotate(user.first())));
            Rotation again = user.rotate(busy, user.firstToken());
            assertRepeats(again, user.pair(1));
            user.assertLives(repeated(again));
            user.assertNothingPrepared();
        }
    }

    @OfEveryLineage
    void reuseDuringARotationEndsWhatCameOfIt(LineageFixture any) {
        for (int call = 1; call <= 6; call++) {
            LineageFixture user = any.another().issued(2);
            Issued next = rotated(user.rotate(user.first()));
            clock().advance(GRACE);
            Store busy = FaultyStore.meanwhile(store(), call, () -> assertReused(user.rotate(user.first())));
            user.rotate(busy, next.refreshToken());
            assertThat(user.rotate(user.first())).isNotInstanceOf(Rotation.Rotated.class);
            user.assertReuseEnded(user.first());
            user.assertWhole();
        }
    }

    @OfEveryLineage
    void aSignInAmongOthersIsWholeOrNone(LineageFixture any) {
        for (int cap : any.kind == FAMILY ? List.of(CAP) : List.of(3, CAP)) {
            amongOthers(
                    any.another(GRACE, cap),
                    user -> {},
                    LineageFixture::issue,
                    (user, pair, other) -> assertThat(user.current(pair)).isEqualTo(user.accessLives(pair)));
        }
    }

    @OfEveryLineage(logins = 1)
    void aRecordOlderThanTheRevocationEndsNothing(SessionFixture user) {
        Store torn = BusyStore.answering(store(), () -> rotated(user.rotate(user.first())));
        Rotation again = user.rotate(torn, user.firstToken());
        assertRepeats(again, user.pair(1));
        user.assertLives(repeated(again));
        user.assertWhole();
    }

    @OfEveryLineage(logins = 1)
    void aTouchDuringARotationIsNoObstacle(SessionFixture user) {
        clock().advance(MINUTE);
        Store busy = FaultyStore.meanwhile(store(), 3, () -> user.assertLives(user.first()));
        Issued next = rotated(user.rotate(busy, user.firstToken()));
        user.assertLives(next);
        assertThat(user.record(next).number("version")).hasValue(2);
    }

    @OfEveryLineage
    void aPlaceThatAnotherTookIsNotTakenTwice(SessionFixture any) {
        for (int call = 1; call <= 4; call++) {
            LineageFixture user = any.another().issued(CAP);
            clock().advance(SECOND);
            Store busy = FaultyStore.meanwhile(store(), call, () -> {
                user.end(user.first());
                user.issue();
            });
            user.issue(busy);
            assertThat(user.listed()).isEqualTo(CAP);
            assertThat(user.pairs().stream().filter(user::accessLives)).hasSize(CAP);
            user.assertWhole();
        }
    }

    /** A retry that is presented before the login goes on twice, and looked at while it ends. */
    @OfEveryLineage
    void aLateRetryWhoseLoginEndsMeanwhileIsNoReuse(LedgerFixture user) {
        int call = 2;
        FaultyStore ending;
        do {
            Issued first = user.issue();
            ending = FaultyStore.meanwhile(store(), ++call, user::endAll);
            Store goingOn = FaultyStore.meanwhile(ending, 2, () -> rotated(user.rotate(rotated(user.rotate(first)))));
            assertThat(user.rotate(goingOn, first.refreshToken())).isEqualTo(INVALID);
        } while (call <= ending.calls());
        assertThat(call).isGreaterThan(4);
    }
}
