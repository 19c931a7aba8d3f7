package dev.yorozu.conformance.token;

import static dev.yorozu.conformance.token.LineageKind.FAMILY;
import static dev.yorozu.conformance.token.LineageKind.LEDGER;
import static dev.yorozu.conformance.token.LineageKind.SESSION;
import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.EveryCall.Cut;
import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.store.Store;
import dev.yorozu.token.Issued;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/**
 * Everything that writes, killed or cut off at each of its calls to the store. Nothing that was acknowledged is lost, what is
 * left grants no access that should not be, and the next request repairs or ignores it.
 */
@OnEveryStore(heldClock = true, costly = true)
final class FaultsTest extends TokenSuite {
    /** Cuts the act off for a prepared user like this one, at each call and in each way. */
    private void cutOff(
            LineageFixture like,
            Consumer<LineageFixture> prepare,
            BiFunction<LineageFixture, Store, ?> act,
            BiConsumer<LineageFixture, Cut> aftermath) {
        everyCall(like, prepare, act).cutOff(LineageFixture::assertWhole, (user, cut) -> {
            assertNothingReturns(user);
            aftermath.accept(user, cut);
        });
    }

    /** What is dead after the fault is dead after further writes too, and these leave every login whole. */
    private static void assertNothingReturns(LineageFixture user) {
        List<Issued> deadRefresh =
                user.pairs().stream().filter(pair -> !user.current(pair)).toList();
        List<Issued> deadAccess =
                user.pairs().stream().filter(pair -> !user.accessLives(pair)).toList();
        user.assertWhole();
        user.writeOn();
        user.assertWhole();
        assertThat(deadRefresh).noneMatch(user::current);
        assertThat(deadAccess).noneMatch(user::accessLives);
    }

    @OfEveryLineage
    void aSignInThatIsCutOffLeavesAWholeLoginOrNone(LineageFixture any) {
        int cap = 2;
        for (int before : List.of(0, cap)) {
            cutOff(
                    any.another(GRACE, cap),
                    user -> user.issued(before),
                    (user, through) -> {
                        clock().advance(SECOND);
                        return user.issue(through);
                    },
                    (user, cut) -> {
                        user.pairs().stream().skip(before == cap ? 1 : 0).forEach(user::assertLives);
                        clock().advance(SECOND);
                        user.assertLives(user.issue());
                        user.assertWhole();
                        assertThat(user.endAll()).isBetween(1, cap);
                        user.assertNothingLives();
                    });
        }
    }

    @OfEveryLineage
    void aRotationThatIsCutOffCanBeTriedAgain(LineageFixture any) {
        cutOff(any, user -> user.issued(2), LineageFixture::rotateFirst, (user, cut) -> {
            Issued next = pair(user.rotate(user.first())).orElseThrow();
            assertThat(user.line(next).map(Issued::refreshToken).distinct())
                    .as("nobody got another pair")
                    .hasSize(2);
            user.assertLives(next);
            assertRepeats(user.rotate(user.first()), next);
            user.assertLives(user.pair(1));
            user.assertWhole();
            clock().advance(GRACE);
            Issued third = rotated(user.rotate(next));
            user.assertLives(third);
            user.assertRefused(user.first());
            user.assertReuseEnded(user.first());
            user.assertWhole();
        });
    }

    @OfEveryLineage
    void aRotationThatIsCutOffWithoutAGraceHasOneLineageOrNone(LineageFixture any) {
        cutOff(any.another(Duration.ZERO, CAP), user -> user.issued(2), LineageFixture::rotateFirst, (user, cut) -> {
            Optional<Issued> next = pair(user.rotate(user.first()));
            next.ifPresentOrElse(user::assertLives, () -> user.assertReuseEnded(user.first()));
            user.assertWhole();
        });
    }

    @OfEveryLineage
    void reuseThatIsCutOffIsFinishedByTheNext(LineageFixture any) {
        cutOff(
                any,
                user -> {
                    rotated(user.issued(3).rotate(user.first()));
                    clock().advance(GRACE);
                },
                LineageFixture::rotateFirst,
                (user, cut) -> {
                    user.assertRefused(user.first());
                    user.assertReuseEnded(user.first());
                    user.assertWhole();
                });
    }

    @OfEveryLineage
    void anEndThatIsCutOffIsAnEndOrNone(LineageFixture any) {
        for (LineageFixture.End end : LineageFixture.ENDS) {
            cutOff(
                    any,
                    user -> user.issued(2),
                    (user, through) -> end.end(user, through, user.first()),
                    (user, cut) -> {
                        boolean alive = user.current(user.first());
                        assertThat(user.accessLives(user.first())).isEqualTo(alive);
                        assertThat(alive && !cut.failed()).isFalse();
                        assertThat(user.end(user.first())).isEqualTo(alive);
                        user.assertEndedWith(user.first());
                        user.assertWhole();
                    });
        }
    }

    @OfEveryLineage
    void endingAllThatIsCutOffIsFinishedByTheNext(LineageFixture any) {
        cutOff(any, user -> user.issued(3), LineageFixture::endAll, (user, cut) -> {
            long left = user.pairs().stream().limit(3).filter(user::accessLives).count();
            // A ledger ends all in one step.
            assertThat(left).isIn(user.kind == SESSION ? List.of(0L, 1L, 2L, 3L) : List.of(0L, 3L));
            assertThat(!cut.failed() && left > 0).isFalse();
            user.endAll();
            user.assertNothingLives();
        });
    }

    @OfEveryLineage({LEDGER, SESSION})
    void endingTheOthersThatIsCutOffKeepsTheCurrentOne(LineageFixture any) {
        cutOff(any, user -> user.issued(3), (user, through) -> user.endAllBut(through, user.first()), (user, cut) -> {
            user.assertLives(user.first());
            assertThat(user.accessLives(user.pair(1)) == user.accessLives(user.pair(2)))
                    .isIn(true, user.kind == LEDGER);
            user.endAllBut(user.first());
            user.assertLives(user.first());
            user.assertDead(user.pair(1));
            user.assertDead(user.pair(2));
            user.assertWhole();
        });
    }

    private static void rotateAndEndAll(LineageFixture user) {
        rotated(user.issued(1).rotate(user.first()));
        user.endAll();
    }

    @OfEveryLineage
    void whatComesTooLateAndIsCutOffBringsNobodyBack(LineageFixture any) {
        List<BiFunction<LineageFixture, Store, ?>> acts = List.of(
                LineageFixture::rotateFirst,
                (user, through) -> user.rotate(through, user.pair(1).refreshToken()),
                (user, through) -> user.end(through, user.first()),
                LineageFixture::endAll);
        for (BiFunction<LineageFixture, Store, ?> act : acts) {
            cutOff(
                    any,
                    FaultsTest::rotateAndEndAll,
                    act,
                    (user, cut) -> user.pairs().stream().limit(2).forEach(user::assertDead));
        }
    }

    @OfEveryLineage
    void aCheckThatIsCutOffEndsNobodyAndLetsNobodyBackIn(LineageFixture any) {
        cutOff(
                any,
                user -> {
                    user.issued(2);
                    clock().advance(MINUTE);
                    user.end(user.first());
                },
                (user, through) -> {
                    user.accessTokens(through).check(user.pair(1).accessToken());
                    return user.accessTokens(through).check(user.first().accessToken());
                },
                (user, cut) -> {
                    user.assertDead(user.first());
                    assertThat(user.accessLives(user.pair(1))).isEqualTo(user.kind != FAMILY);
                    user.assertWhole();
                });
    }

    @OfEveryLineage
    void invalidatingThatIsCutOffIsFinishedByTheNext(LedgerFixture any) {
        cutOff(
                any,
                user -> user.issued(2),
                (user, through) -> {
                    clock().advance(SECOND);
                    return any.tokens(through).invalidateBefore(user.id, clock().instant());
                },
                (user, cut) -> {
                    any.tokens().invalidateBefore(user.id, clock().instant());
                    user.assertNothingLives();
                });
    }

    @OfEveryLineage
    void aListingThatIsCutOffAfterTheEndBringsNobodyBack(LedgerFixture any) {
        cutOff(
                any,
                FaultsTest::rotateAndEndAll,
                (user, through) -> any.tokens(through).list(user.id),
                (user, cut) -> user.assertNothingLives());
    }

    @OfEveryLineage
    void aRotationThatIsCutOffSparesNoAccessTokenThatIsBlacklistedThen(LedgerFixture any) {
        cutOff(any, user -> user.issued(2), LineageFixture::rotateFirst, (user, cut) -> {
            if (cut.failed() && !cut.fault().applies()) {
                user.put(LedgerFixture.revoked(user.first()), "1");
                user.assertRefused(user.first());
                user.assertDead(user.first());
            }
            user.assertLives(user.pair(1));
            user.assertWhole();
        });
    }

    @OfEveryLineage
    void aRevokedTokenWhoseRotationIsCutOffStaysRevoked(SessionFixture any) {
        cutOff(
                any,
                user -> user.issued(2).put(any.revokedRefresh(user.first()), "true"),
                LineageFixture::rotateFirst,
                (user, cut) -> {
                    assertThat(user.rotate(user.first())).isEqualTo(REVOKED);
                    user.assertDead(user.first());
                    user.assertLives(user.pair(1));
                    user.assertWhole();
                });
    }
}
