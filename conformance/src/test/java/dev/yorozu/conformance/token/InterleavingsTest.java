package dev.yorozu.conformance.token;

import static dev.yorozu.conformance.token.LineageKind.FAMILY;
import static dev.yorozu.conformance.token.LineageKind.LEDGER;
import static dev.yorozu.conformance.token.LineageKind.SESSION;
import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.EveryCall;
import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Store;
import dev.yorozu.store.testkit.FaultyStore;
import dev.yorozu.token.Issued;
import dev.yorozu.token.Rotation;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.BiPredicate;
import java.util.function.Consumer;

/**
 * Races without chance: everything that takes more than one call to the store, with everything else happening between any
 * two of its calls. When both are done, every login is whole, and nothing that the other ended lives.
 */
@OnEveryStore(heldClock = true, costly = true)
final class InterleavingsTest extends TokenSuite {
    /**
     * What another server, or an operator, does meanwhile to a user with three logins.
     *
     * @param ends which of the three are dead in the end, whatever the act was
     */
    private record Other(String name, BiPredicate<LineageFixture, Issued> ends, Consumer<LineageFixture> action)
            implements EveryCall.Interruption<LineageFixture> {
        /** Ends none. */
        Other(String name, Consumer<LineageFixture> action) {
            this(name, (user, pair) -> false, action);
        }

        boolean endsFirst(LineageFixture user) {
            return ends.test(user, user.first());
        }
    }

    private static final BiPredicate<LineageFixture, Issued> ALL = (user, pair) -> true;

    private static List<Other> others(LineageFixture like) {
        List<Other> others = new ArrayList<>();
        for (int each : List.of(0, 1)) {
            BiPredicate<LineageFixture, Issued> ends = (user, pair) -> user.endTogether(user.pair(each), pair);
            for (LineageFixture.End end : ends(like, each)) {
                others.add(new Other("ends login " + each, ends, user -> end.end(user, user.store, user.pair(each))));
            }
            others.add(new Other("rotates login " + each, user -> user.rotate(user.pair(each))));
            if (like.kind != FAMILY) {
                others.add(new Other("keeps login " + each, ends.negate(), user -> user.endAllBut(user.pair(each))));
            }
        }
        others.add(new Other("ends all", ALL, LineageFixture::endAll));
        others.add(new Other("signs in", LineageFixture::issue));
        if (like.kind != FAMILY) {
            others.add(new Other("signs in often", ALL, user -> user.issued(CAP)));
        }
        if (like.kind == SESSION) {
            // Elsewhere that writes nothing.
            others.add(new Other("lets the first in", user -> user.accessLives(user.first())));
        } else {
            // The session's record would take the late token for a thief's.
            others.add(new Other("goes on with the first", InterleavingsTest::goOn));
        }
        if (like.kind == LEDGER) {
            others.add(new Other(
                    "removes the second by hand",
                    (user, pair) -> user.endTogether(user.pair(1), pair),
                    user -> removeTheSecond((LedgerFixture) user)));
            others.add(new Other("deletes the sets by hand", ALL, user -> deleteTheSets((LedgerFixture) user)));
        }
        return others;
    }

    /** Those that differ: a ledger ends in one way, and one session ends the same by whichever login. */
    private static List<LineageFixture.End> ends(LineageFixture like, int login) {
        return switch (like.kind) {
            case LEDGER -> LineageFixture.ENDS.subList(0, 1);
            case SESSION -> LineageFixture.ENDS;
            case FAMILY -> login == 0 ? LineageFixture.ENDS : List.of();
        };
    }

    /** The client of the first login refreshes twice in a row, as far as it can, with the newest token that it has. */
    private static void goOn(LineageFixture user) {
        for (int i = 0; i < 2; i++) {
            user.line(user.first()).filter(user::current).findFirst().ifPresent(user::rotate);
        }
    }

    private static void removeTheSecond(LedgerFixture user) {
        Issued second = user.pair(1);
        user.byHand(batch -> batch.setRemove(user.tokenSet, Bytes.of(user.keyPart(second.refreshToken())))
                .setRemove(user.accessSet, Bytes.of(access(second).id())));
    }

    private static void deleteTheSets(LedgerFixture user) {
        user.byHand(batch -> batch.delete(user.tokenSet).delete(user.accessSet));
    }

    /** Acts for a prepared user with three logins, with each of the others at each call; then every login must be whole. */
    private <R> void amongOthers(
            LineageFixture like,
            Consumer<LineageFixture> prepare,
            BiFunction<LineageFixture, Store, R> act,
            EveryCall.Outcome<LineageFixture, R, Other> outcome) {
        Consumer<LineageFixture> three = user -> prepare.accept(user.issued(3));
        everyCall(like, three, act).amongOthers(others(like), LineageFixture::assertWhole, (user, result, other) -> {
            List<Issued> ended = user.pairs().stream()
                    .limit(3)
                    .filter(pair -> other.ends().test(user, pair))
                    .flatMap(user::line)
                    .toList();
            assertThat(ended).as(other.name()).noneMatch(user::current).noneMatch(user::accessLives);
            user.assertWhole();
            outcome.check(user, result, other);
        });
    }

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
        amongOthers(any, user -> {}, LineageFixture::rotateFirst, InterleavingsTest::assertOwnLives);
    }

    @OfEveryLineage
    void aRetryAmongOthersRepeatsOnlyWhatLives(LineageFixture any) {
        amongOthers(
                any, user -> user.rotate(user.first()), LineageFixture::rotateFirst, InterleavingsTest::assertOwnLives);
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
