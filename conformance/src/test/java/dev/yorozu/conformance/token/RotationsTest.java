package dev.yorozu.conformance.token;

import static dev.yorozu.conformance.token.LineageKind.FAMILY;
import static dev.yorozu.conformance.token.LineageKind.LEDGER;
import static dev.yorozu.conformance.token.LineageKind.SESSION;
import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.OnEveryStore;
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
import java.util.stream.Stream;

/**
 * A refresh token is spent once, for one successor, and as long as it lives. Spent, it is within the grace a retry of its
 * owner, and afterwards a sign of theft.
 */
@OnEveryStore(heldClock = true)
final class RotationsTest extends TokenSuite {
    /** No token of any kind, whatever is put around it. */
    private static final List<String> MALFORMED = Stream.concat(
                    Stream.of("", "f0", "g", ":", "}", "\u0000", "\u6d77")
                            .map(end -> "0123456789abcdef0123456789abcde" + end),
                    Stream.of(
                            "",
                            "short",
                            "a.b.c",
                            "0123456789ABCDEF0123456789ABCDEF",
                            " 123456789abcdef0123456789abcdef",
                            "0F9619FF-8B86-4D01-B42D-00CF4FC964FF",
                            "../../../../../../../../etc/passw",
                            "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI0MiJ9.c2ln"))
            .toList();

    @OfEveryLineage
    void aRotationGivesOneSuccessorInPlaceOfTheOldAndTheLoginStaysTheSame(LineageFixture user) {
        Issued first = user.issueLasting();
        for (Issued old = first; user.pairs().size() < 7; old = user.pairs().getLast()) {
            clock().advance(Duration.ofDays(3));
            Issued next = rotated(user.rotate(old));
            assertThat(next.refreshToken()).isNotEqualTo(old.refreshToken());
            assertThat(next.accessToken()).isNotEqualTo(old.accessToken());
            assertThat(next.login().id()).isEqualTo(first.login().id());
            assertThat(next.login().user()).isEqualTo(user.id);
            assertThat(next.login().attributes()).isEqualTo(first.login().attributes());
            // When a family's session began is told by the life of its key, and so by the store's clock.
            if (user.kind != FAMILY || storeClock().isPresent()) {
                assertThat(next.login().beganAt()).isEqualTo(first.login().beganAt());
            }
            assertThat(next.login().issuedAt()).isAfter(old.login().issuedAt());
            assertThat(next.login().endsAt()).isEqualTo(next.login().issuedAt().plus(LIFE));
            assertThat(next.toString()).doesNotContain(next.accessToken()).doesNotContain(next.refreshToken());
            user.assertSpent(old.refreshToken());
            user.assertLives(next);
        }
        user.assertWhole();
    }

    @OfEveryLineage(logins = 3)
    void aRotationAndARetryCostFewRoundTrips(LineageFixture user) {
        FaultyStore rotation = FaultyStore.counting(store());
        rotated(user.rotateFirst(rotation));
        FaultyStore retry = FaultyStore.counting(store());
        repeated(user.rotateFirst(retry));
        assertThat(List.of(rotation.trips(), retry.trips()))
                .isEqualTo(
                        switch (user.kind) {
                            case LEDGER -> List.of(3, 3);
                            case SESSION -> List.of(3, 1);
                            case FAMILY -> List.of(4, 2);
                        });
    }

    @OfEveryLineage
    void theAccessTokenBeforeARotationLivesOutItsTime(LineageFixture user) {
        Issued old = user.issue();
        clock().advance(Duration.ofMinutes(5));
        Issued next = rotated(user.rotate(old));
        assertThat(user.accessLives(old)).isTrue();
        clock().advance(ACCESS_LIFE.minusMinutes(5).minus(SECOND));
        assertThat(user.accessLives(old)).isTrue();
        clock().advance(SECOND.plus(SKEW));
        assertThat(user.accessLives(old)).isFalse();
        assertThat(user.accessLives(next)).isTrue();
    }

    @OfEveryLineage
    void aTokenDiesAtTheInstantOfItsEnd(LineageFixture user) {
        Issued early = user.issueLasting();
        clock().set(early.login().endsAt().minus(MOMENT));
        assertThat(user.current(early)).isTrue();
        Issued next = rotated(user.rotate(early));
        clock().set(next.login().endsAt());
        user.assertSpent(next.refreshToken());
        user.assertRefused(next);
    }

    @OfEveryLineage
    void noRotationCarriesALoginOrAnAccessTokenPastTheAbsoluteEnd(LineageFixture user) {
        clock().set(clock().instant().truncatedTo(ChronoUnit.SECONDS).plusSeconds(2));
        Issued last = user.issueLasting();
        Instant end = last.login().beganAt().plus(user.kind == FAMILY ? LIFE : ABSOLUTE_LIFE);
        while (clock().instant().plus(Duration.ofDays(20)).isBefore(end)) {
            clock().advance(Duration.ofDays(20));
            last = rotated(user.rotate(last));
            // What hangs on a session ends with it, whatever the token says by itself.
            assertThat(user.kind == FAMILY || !last.login().endsAt().isAfter(end))
                    .isTrue();
        }
        assertThat(user.kind == FAMILY || last.login().endsAt().equals(end)).isTrue();
        clock().set(end.minus(SECOND));
        last = rotated(user.rotate(last));
        user.assertLives(last);
        assertThat(user.accessJwt(last).endsAt())
                .isEqualTo(user.kind == FAMILY ? clock().instant().plus(ACCESS_LIFE) : end);
        if (user instanceof SessionFixture session) {
            assertThat(session.refreshJwt(last).endsAt()).isEqualTo(end);
        }
        clock().set(end);
        assertThat(user.kind == FAMILY || user.list().isEmpty()).isTrue();
        user.assertSpent(last.refreshToken());
        user.assertRefused(last);
        clock().advance(SKEW);
        assertThat(user.accessLives(last)).isFalse();
    }

    @OfEveryLineage
    void whoIsNotAdmittedSpendsNothing(LineageFixture user) {
        Issued pair = user.issue();
        Optional<Bytes> truth = store().get(user.truth(pair));
        for (int i = 0; i < 3; i++) {
            Presented presented = user.present(store(), pair.refreshToken()).orElseThrow();
            assertThat(presented.isAdmissible()).isTrue();
            assertThat(presented.user()).isEqualTo(user.id);
            assertThat(presented.session().isPresent()).isEqualTo(user.kind != LEDGER);
            assertThat(store().get(user.truth(pair))).isEqualTo(truth);
            clock().advance(GRACE);
        }
        user.assertLives(pair);
        user.assertWhole();
        rotated(user.rotate(pair));
        assertThat(user.present(store(), pair.refreshToken())).isPresent();
    }

    @OfEveryLineage(logins = 1)
    void aMalformedTokenIsRefusedAndTheStoreIsNotAskedAndAnUnknownOneIsToo(LineageFixture user) {
        FaultyStore counting = FaultyStore.counting(store());
        List<String> sent = new ArrayList<>(MALFORMED);
        sent.addAll(MALFORMED.stream().map(token -> token.repeat(1000)).toList());
        sent.add(user.first().accessToken());
        sent.add(user.firstToken() + "x");
        Stream.of(LineageKind.values())
                .filter(other -> other != user.kind)
                .forEach(other -> sent.add(fixture(other, user.storage).anotherToken()));
        for (String token : sent) {
            assertThat(user.rotate(counting, token)).as(token).isEqualTo(INVALID);
        }
        assertThat(counting.calls()).isZero();
        assertThat(user.rotate(user.anotherToken())).isEqualTo(user.kind == SESSION ? ENDED : INVALID);
        user.assertLives(user.first());
    }

    @OfEveryLineage
    void aRetryWithinTheGraceGetsTheSamePairAndChangesNothing(LineageFixture user) {
        Issued old = user.issue();
        Issued next = rotated(user.rotate(old));
        Optional<Bytes> truth = store().get(user.truth(old));
        for (int i = 0; i < 3; i++) {
            clock().advance(Duration.ofSeconds(3));
            assertRepeats(user.rotate(old), next);
        }
        assertThat(store().get(user.truth(old))).isEqualTo(truth);
        user.assertLives(next);
        user.assertWhole();
        user.assertLives(rotated(user.rotate(next)));
    }

    @OfEveryLineage(logins = 2)
    void theGraceIsCountedFromWhenTheTokenWasSpentAndEndsAtItsInstantThoughItWasRetried(LineageFixture user) {
        // Where each token has a record of its own, by the time of the step that counts; elsewhere by that of the
        // request.
        Duration meanwhile = user.kind == FAMILY ? GRACE : Duration.ZERO;
        Issued next = rotated(user.rotate(user.first(), () -> clock().advance(meanwhile)));
        user.noted(next);
        clock().advance(GRACE.minus(MOMENT));
        assertRepeats(user.rotate(user.first()), next);
        clock().advance(MOMENT);
        assertReused(user.rotate(user.first()));
        user.assertReuseEnded(user.first());
        user.assertWhole();
    }

    @OfEveryLineage
    void withoutAGraceEveryRetryIsReuse(LineageFixture any) {
        LineageFixture user = any.another(Duration.ZERO, CAP).issued(1);
        rotated(user.rotate(user.first()));
        // Nor is there one for a server whose clock is behind.
        clock().advance(MOMENT.negated());
        assertReused(user.rotate(user.first()));
        user.assertNothingLives();
    }

    @OfEveryLineage
    void loginsRotateByThemselvesAndReuseEndsOneAndWhatElseTheSystemEndsThen(LineageFixture user) {
        List<Issued> before = List.copyOf(user.issued(3).pairs());
        before.forEach(pair -> rotated(user.rotate(pair)));
        user.pairs().subList(3, 6).forEach(user::assertLives);
        user.assertWhole();
        clock().advance(GRACE);
        Issued stolen = user.pair(1);
        assertThat(user.rotate(stolen))
                .isEqualTo(new Rotation.Reused(user.id, stolen.login().id(), user.kind == SESSION ? 3 : 1));
        user.assertReuseEnded(stolen);
        user.assertRefused(user.pair(4));
        user.assertRefused(stolen);
        user.assertWhole();
        user.assertLives(user.issue());
    }

    /** A record of a spent token is kept for a minute; what the ledger or the session knows is kept longer. */
    @OfEveryLineage({LEDGER, SESSION})
    void reuseOfAMuchOlderTokenEndsTheLogin(LineageFixture user) {
        Issued oldest = user.issueLasting();
        Issued other = user.issueLasting();
        Issued last = oldest;
        for (int i = 0; i < 6; i++) {
            clock().advance(Duration.ofDays(3));
            last = rotated(user.rotate(last));
        }
        assertThat(assertReused(user.rotate(oldest)).login())
                .isEqualTo(oldest.login().id());
        user.assertDead(last);
        assertThat(user.current(other)).isEqualTo(user.kind == LEDGER);
        user.assertWhole();
    }

    /** Where each token has a record of its own it has a grace of its own. */
    @OfEveryLineage(logins = 2)
    void aTokenTwoRotationsOldHasNoGrace(LineageFixture user) {
        Issued second = rotated(user.rotate(user.first()));
        Issued third = rotated(user.rotate(second));
        assertThat(pair(user.rotate(user.first())).isPresent()).isEqualTo(user.kind == FAMILY);
        user.assertSpent(second.refreshToken());
        assertThat(user.line(third).map(Issued::refreshToken).distinct().filter(user::refreshLives))
                .isSubsetOf(third.refreshToken());
        if (user.kind == SESSION) {
            user.assertReuseEnded(user.first());
        }
        user.assertWhole();
    }

    @OfEveryLineage({LEDGER, SESSION})
    void afterItsOwnEndASpentTokenEndsNobody(LineageFixture user) {
        Issued old = user.issueLasting();
        clock().advance(Duration.ofDays(20));
        Issued next = rotated(user.rotate(old));
        clock().advance(Duration.ofDays(20));
        user.assertRefused(old);
        storeClock().ifPresent(held -> assertThat(user.current(next)).isTrue());
        user.assertWhole();
    }

    @OfEveryLineage
    void whateverEndsALoginEndsItWholeAndOnce(LineageFixture any) {
        for (LineageFixture.End end : LineageFixture.ENDS) {
            LineageFixture user = any.another().issued(2);
            Issued next = rotated(user.rotate(user.first()));
            end.end(user, store(), next);
            user.assertEndedWith(next);
            assertThat(user.end(next)).isFalse();
            user.assertEndedWith(next);
            user.assertWhole();
        }
    }

    @OfEveryLineage
    void endingAllEndsEveryLoginAtOnceAndNoneThatBeginsLaterInTheSameSecond(LineageFixture user) {
        clock().set(clock().instant().truncatedTo(ChronoUnit.SECONDS).plusMillis(1200));
        List<Issued> before = List.of(user.issue(), user.issue(), user.issue());
        rotated(user.rotate(user.first()));
        clock().advance(Duration.ofMillis(300));
        assertThat(user.endAll()).isEqualTo(user.kind == FAMILY ? 1 : 3);
        // The grace repeats nothing that has ended.
        user.assertRefused(user.first());
        user.assertNothingLives();
        assertThat(user.endAll()).isZero();
        Issued at = user.issue();
        clock().advance(Duration.ofMillis(300));
        Issued after = user.issue();
        before.forEach(user::assertDead);
        user.assertLives(at);
        user.assertLives(after);
        user.assertWhole();
        rotated(user.rotate(at));
    }
}
