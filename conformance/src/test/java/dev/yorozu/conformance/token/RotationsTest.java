package dev.yorozu.conformance.token;

import static dev.yorozu.conformance.token.LineageKind.FAMILY;
import static dev.yorozu.conformance.token.LineageKind.LEDGER;
import static dev.yorozu.conformance.token.LineageKind.SESSION;
import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.secret.Storage;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.testkit.FaultyStore;
import dev.yorozu.token.Issued;
import dev.yorozu.token.Presented;
import dev.yorozu.token.Rotation;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A refresh token is spent once, for one successor, and as long as it lives. Spent, it is within the grace a retry of its
 * owner, and afterwards a sign of theft.
 */
@OnEveryStore(heldClock = true)
final class RotationsTest extends TokenSuite {
    /** No token of any kind, whatever is put around it. */
    private static final List<String> MALFORMED = List.of(
            "",
            "short",
            "a.b.c",
            "0123456789abcdef0123456789abcde",
            "0123456789abcdef0123456789abcdef0",
            "0123456789ABCDEF0123456789ABCDEF",
            "0123456789abcdef0123456789abcdeg",
            "0123456789abcdef0123456789abcde:",
            "0123456789abcdef0123456789abcde}",
            "0123456789abcdef0123456789abcde\u0000",
            "0123456789abcdef0123456789abcde\u6d77",
            " 123456789abcdef0123456789abcdef",
            "0F9619FF-8B86-4D01-B42D-00CF4FC964FF",
            "../../../../../../../../etc/passw",
            "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI0MiJ9.c2ln");

    @OfEveryLineage
    void aRotationGivesOneSuccessorInPlaceOfTheOld(LineageKind kind, Storage storage) {
        LineageFixture scene = scene(kind, storage);
        Issued old = scene.issueLasting();
        clock().advance(Duration.ofDays(3));
        Issued next = rotated(scene.rotate(old));
        assertThat(next.refreshToken()).isNotEqualTo(old.refreshToken());
        assertThat(next.accessToken()).isNotEqualTo(old.accessToken());
        assertThat(next.login().id()).isEqualTo(old.login().id());
        assertThat(next.login().user()).isEqualTo(scene.user());
        assertThat(next.login().attributes()).isEqualTo(old.login().attributes());
        assertSameBeginning(kind, old, next);
        assertThat(next.login().issuedAt()).isAfter(old.login().issuedAt());
        assertThat(next.login().endsAt()).isEqualTo(next.login().issuedAt().plus(LIFE));
        assertThat(next.toString()).doesNotContain(next.accessToken()).doesNotContain(next.refreshToken());
        scene.assertSpent(old.refreshToken());
        scene.assertLives(next);
        scene.assertWhole();
    }

    /** When a family's session began is told by the life of its key, and so by the store's clock. */
    private void assertSameBeginning(LineageKind kind, Issued one, Issued other) {
        if (kind != FAMILY || storeClock().isPresent()) {
            assertThat(other.login().beganAt()).isEqualTo(one.login().beganAt());
        }
    }

    @OfEveryLineage
    void aRotationAndARetryCostFewRoundTrips(LineageKind kind, Storage storage) {
        LineageFixture scene = scene(kind, storage).issued(3);
        List<Integer> trips = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            FaultyStore counting = FaultyStore.counting(store());
            assertThat(pair(scene.rotate(counting, scene.firstToken()))).isPresent();
            trips.add(counting.trips());
        }
        assertThat(trips)
                .isEqualTo(
                        switch (kind) {
                            case LEDGER -> List.of(3, 3);
                            case SESSION -> List.of(3, 1);
                            case FAMILY -> List.of(4, 2);
                        });
    }

    @OfEveryLineage
    void theAccessTokenBeforeARotationLivesOutItsTime(LineageKind kind, Storage storage) {
        LineageFixture scene = scene(kind, storage);
        Issued old = scene.issue();
        clock().advance(Duration.ofMinutes(5));
        Issued next = rotated(scene.rotate(old));
        assertThat(scene.accessLives(old)).isTrue();
        clock().advance(ACCESS_LIFE.minusMinutes(5).minus(SECOND));
        assertThat(scene.accessLives(old)).isTrue();
        clock().advance(SECOND.plus(SKEW));
        assertThat(scene.accessLives(old)).isFalse();
        assertThat(scene.accessLives(next)).isTrue();
    }

    @OfEveryLineage
    void theLoginStaysTheSameThroughManyRotations(LineageKind kind, Storage storage) {
        LineageFixture scene = scene(kind, storage);
        Issued first = scene.issueLasting();
        Issued last = first;
        for (int i = 0; i < 10; i++) {
            clock().advance(Duration.ofHours(1));
            last = rotated(scene.rotate(last));
        }
        assertThat(last.login().attributes()).isEqualTo(first.login().attributes());
        assertSameBeginning(kind, first, last);
        assertThat(last.login().id()).isEqualTo(first.login().id());
        scene.assertWhole();
    }

    @OfEveryLineage
    void aTokenDiesAtTheInstantOfItsEnd(LineageKind kind, Storage storage) {
        LineageFixture scene = scene(kind, storage);
        Issued early = scene.issueLasting();
        clock().set(early.login().endsAt().minus(MOMENT));
        assertThat(scene.current(early)).isTrue();
        Issued next = rotated(scene.rotate(early));
        clock().set(next.login().endsAt());
        scene.assertSpent(next.refreshToken());
        scene.assertRefused(next);
    }

    @OfEveryLineage
    void noRotationCarriesALoginPastItsAbsoluteEnd(LineageKind kind, Storage storage) {
        LineageFixture scene = scene(kind, storage);
        clock().set(clock().instant().truncatedTo(ChronoUnit.SECONDS).plusSeconds(2));
        Issued last = scene.issueLasting();
        Instant end = last.login().beganAt().plus(kind == FAMILY ? LIFE : ABSOLUTE_LIFE);
        while (clock().instant().plus(Duration.ofDays(20)).isBefore(end)) {
            clock().advance(Duration.ofDays(20));
            last = rotated(scene.rotate(last));
            // What hangs on a session ends with it, whatever the token says by itself.
            assertThat(kind == FAMILY || !last.login().endsAt().isAfter(end)).isTrue();
        }
        assertThat(kind == FAMILY || last.login().endsAt().equals(end)).isTrue();
        clock().set(end.minus(SECOND));
        last = rotated(scene.rotate(last));
        scene.assertLives(last);
        clock().set(end);
        scene.assertSpent(last.refreshToken());
        scene.assertRefused(last);
        clock().advance(SKEW);
        assertThat(scene.accessLives(last)).isFalse();
    }

    @OfEveryLineage
    void whoIsNotAdmittedSpendsNothing(LineageKind kind, Storage storage) {
        LineageFixture scene = scene(kind, storage);
        Issued pair = scene.issue();
        Optional<Bytes> truth = scene.truthOf(pair);
        for (int i = 0; i < 3; i++) {
            Presented presented = scene.present(store(), pair.refreshToken()).orElseThrow();
            assertThat(presented.isAdmissible()).isTrue();
            assertThat(presented.user()).isEqualTo(scene.user());
            assertThat(presented.session().isPresent()).isEqualTo(kind != LEDGER);
            assertThat(scene.truthOf(pair)).isEqualTo(truth);
            clock().advance(GRACE);
        }
        scene.assertLives(pair);
        scene.assertWhole();
        Issued next = rotated(scene.rotate(pair));
        assertThat(scene.present(store(), pair.refreshToken())).isPresent();
        assertRepeats(scene.rotate(pair), next);
        scene.assertLives(next);
    }

    @OfEveryLineage
    void aMalformedTokenIsRefusedAndTheStoreIsNotAsked(LineageKind kind, Storage storage) {
        LineageFixture scene = scene(kind, storage).issued(1);
        FaultyStore counting = FaultyStore.counting(store());
        List<String> sent = new ArrayList<>(MALFORMED);
        sent.addAll(MALFORMED.stream().map(token -> token.repeat(1000)).toList());
        sent.add(scene.first().accessToken());
        sent.add(scene.firstToken() + "x");
        for (LineageKind other : LineageKind.values()) {
            if (other != kind) {
                sent.add(scene(other, storage).anotherToken());
            }
        }
        for (String token : sent) {
            assertThat(scene.rotate(counting, token)).as(token).isEqualTo(INVALID);
        }
        assertThat(counting.calls()).isZero();
    }

    @OfEveryLineage
    void anUnknownTokenIsRefused(LineageKind kind, Storage storage) {
        LineageFixture scene = scene(kind, storage).issued(1);
        assertThat(scene.rotate(scene.anotherToken())).isEqualTo(kind == SESSION ? ENDED : INVALID);
        scene.assertLives(scene.first());
    }

    @OfEveryLineage
    void loginsOfOneUserRotateByThemselves(LineageKind kind, Storage storage) {
        LineageFixture scene = scene(kind, storage).issued(3);
        for (int i = 0; i < 3; i++) {
            rotated(scene.rotate(scene.pair(i)));
        }
        scene.pairs().subList(3, 6).forEach(scene::assertLives);
        scene.assertWhole();
    }

    @OfEveryLineage
    void aRetryWithinTheGraceGetsTheSamePairAndChangesNothing(LineageKind kind, Storage storage) {
        LineageFixture scene = scene(kind, storage);
        Issued old = scene.issue();
        Issued next = rotated(scene.rotate(old));
        Optional<Bytes> truth = scene.truthOf(old);
        for (int i = 0; i < 3; i++) {
            clock().advance(Duration.ofSeconds(3));
            assertRepeats(scene.rotate(old), next);
        }
        assertThat(scene.truthOf(old)).isEqualTo(truth);
        scene.assertLives(next);
        scene.assertWhole();
        scene.assertLives(rotated(scene.rotate(next)));
    }

    @OfEveryLineage
    void theGraceEndsAtItsInstant(LineageKind kind, Storage storage) {
        LineageFixture scene = scene(kind, storage).issued(2);
        Issued one = scene.pair(0);
        Issued other = scene.pair(1);
        Issued oneNext = rotated(scene.rotate(one));
        rotated(scene.rotate(other));
        clock().advance(GRACE.minus(MOMENT));
        assertRepeats(scene.rotate(one), oneNext);
        clock().advance(MOMENT);
        assertThat(scene.rotate(other)).isInstanceOf(Rotation.Reused.class);
        scene.assertReuseEnded(other);
        scene.assertWhole();
    }

    @OfEveryLineage
    void theGraceIsCountedFromWhenTheTokenWasSpent(LineageKind kind, Storage storage) {
        LineageFixture scene = scene(kind, storage).issued(1);
        Presented presented = scene.present(store(), scene.firstToken()).orElseThrow();
        assertThat(presented.isAdmissible()).isTrue();
        // Where each token has a record of its own, by the time of the step that counts; elsewhere by that of the
        // request.
        clock().advance(kind == FAMILY ? GRACE : Duration.ZERO);
        Issued next = rotated(scene.refreshTokens(store()).rotate(presented, scene.claims()));
        clock().advance(GRACE.minus(MOMENT));
        assertRepeats(scene.rotate(scene.first()), next);
        clock().advance(MOMENT);
        assertThat(scene.rotate(scene.first())).isInstanceOf(Rotation.Reused.class);
    }

    @OfEveryLineage
    void aRetryDoesNotProlongTheGrace(LineageKind kind, Storage storage) {
        LineageFixture scene = scene(kind, storage).issued(1);
        rotated(scene.rotate(scene.first()));
        clock().advance(Duration.ofSeconds(9));
        repeated(scene.rotate(scene.first()));
        clock().advance(Duration.ofSeconds(9));
        assertThat(scene.rotate(scene.first())).isInstanceOf(Rotation.Reused.class);
        scene.assertNothingLives();
    }

    @OfEveryLineage
    void withoutAGraceEveryRetryIsReuse(LineageKind kind, Storage storage) {
        LineageFixture scene = scene(kind, storage, Duration.ZERO, CAP).issued(1);
        rotated(scene.rotate(scene.first()));
        // Nor is there one for a server whose clock is behind.
        clock().advance(MOMENT.negated());
        assertThat(scene.rotate(scene.first())).isInstanceOf(Rotation.Reused.class);
        scene.assertNothingLives();
    }

    @OfEveryLineage
    void reuseEndsItsLoginAndWhatElseTheSystemEndsThen(LineageKind kind, Storage storage) {
        LineageFixture scene = scene(kind, storage).issued(3);
        Issued stolen = scene.pair(1);
        Issued next = rotated(scene.rotate(stolen));
        clock().advance(GRACE);
        assertThat(scene.rotate(stolen))
                .isEqualTo(new Rotation.Reused(scene.user(), stolen.login().id(), kind == SESSION ? 3 : 1));
        scene.assertReuseEnded(stolen);
        scene.assertRefused(next);
        scene.assertRefused(stolen);
        scene.assertWhole();
        scene.assertLives(scene.issue());
    }

    /** A record of a spent token is kept for a minute; what the ledger or the session knows is kept longer. */
    @OfEveryLineage({LEDGER, SESSION})
    void reuseOfAMuchOlderTokenEndsTheLogin(LineageKind kind, Storage storage) {
        LineageFixture scene = scene(kind, storage);
        Issued oldest = scene.issueLasting();
        Issued other = scene.issueLasting();
        Issued last = oldest;
        for (int i = 0; i < 6; i++) {
            clock().advance(Duration.ofDays(3));
            last = rotated(scene.rotate(last));
        }
        assertThat(scene.rotate(oldest))
                .isInstanceOfSatisfying(
                        Rotation.Reused.class,
                        reused -> assertThat(reused.login())
                                .isEqualTo(oldest.login().id()));
        scene.assertDead(last);
        assertThat(scene.current(other)).isEqualTo(kind == LEDGER);
        scene.assertWhole();
    }

    /** Where each token has a record of its own it has a grace of its own. */
    @OfEveryLineage
    void aTokenTwoRotationsOldHasNoGrace(LineageKind kind, Storage storage) {
        LineageFixture scene = scene(kind, storage).issued(2);
        Issued second = rotated(scene.rotate(scene.first()));
        Issued third = rotated(scene.rotate(second));
        assertThat(pair(scene.rotate(scene.first())).isPresent()).isEqualTo(kind == FAMILY);
        scene.assertSpent(second.refreshToken());
        assertThat(scene.line(third).map(Issued::refreshToken).distinct().filter(scene::refreshLives))
                .isSubsetOf(third.refreshToken());
        if (kind == SESSION) {
            scene.assertReuseEnded(scene.first());
        }
        scene.assertWhole();
    }

    @OfEveryLineage({LEDGER, SESSION})
    void afterItsOwnEndASpentTokenEndsNobody(LineageKind kind, Storage storage) {
        LineageFixture scene = scene(kind, storage);
        Issued old = scene.issueLasting();
        clock().advance(Duration.ofDays(20));
        Issued next = rotated(scene.rotate(old));
        clock().advance(Duration.ofDays(20));
        scene.assertRefused(old);
        storeClock().ifPresent(held -> assertThat(scene.current(next)).isTrue());
        scene.assertWhole();
    }

    @OfEveryLineage
    void theGraceNeverRepeatsWhatHasEnded(LineageKind kind, Storage storage) {
        LineageFixture scene = scene(kind, storage).issued(1);
        rotated(scene.rotate(scene.first()));
        scene.endAll();
        scene.assertRefused(scene.first());
        scene.assertNothingLives();
    }

    @OfEveryLineage
    void whateverEndsALoginEndsItWholeAndOnce(LineageKind kind, Storage storage) {
        for (int i = 0; i < scene(kind, storage).ends().size() - 1; i++) {
            LineageFixture scene = scene(kind, storage).issued(2);
            Issued next = rotated(scene.rotate(scene.first()));
            scene.ends().get(i).end(store(), next);
            scene.assertEndedWith(next);
            assertThat(scene.end(store(), next)).isFalse();
            scene.assertEndedWith(next);
            scene.assertWhole();
        }
    }

    @OfEveryLineage
    void endingAllEndsEveryLoginAtOnceAndNoneThatBeginsLaterInTheSameSecond(LineageKind kind, Storage storage) {
        LineageFixture scene = scene(kind, storage);
        clock().set(clock().instant().truncatedTo(ChronoUnit.SECONDS).plusMillis(1200));
        List<Issued> before = List.of(scene.issue(), scene.issue(), scene.issue());
        rotated(scene.rotate(scene.first()));
        clock().advance(Duration.ofMillis(300));
        assertThat(scene.endAll()).isEqualTo(kind == FAMILY ? 1 : 3);
        scene.assertNothingLives();
        assertThat(scene.endAll()).isZero();
        Issued at = scene.issue();
        clock().advance(Duration.ofMillis(300));
        Issued after = scene.issue();
        before.forEach(scene::assertDead);
        scene.assertLives(at);
        scene.assertLives(after);
        scene.assertWhole();
        rotated(scene.rotate(at));
    }
}
