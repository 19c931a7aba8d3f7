package dev.yorozu.conformance.token;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.InBothStorages;
import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.secret.Storage;
import dev.yorozu.store.Bytes;
import dev.yorozu.token.Pair;
import dev.yorozu.token.Rotation;
import java.time.Duration;
import java.util.Optional;

/** A spent token: within the grace a retry of its owner, afterwards a sign of theft. */
@OnEveryStore(heldClock = true)
final class ReuseTest extends TokenSuite {
    @InBothStorages
    void aRetryWithinTheGraceGetsTheSamePairAndChangesNothing(Storage storage) {
        TokenFixture scene = scene(storage);
        Pair old = scene.issue();
        Pair next = rotated(scene.rotate(old.refreshToken()));
        Optional<Bytes> ledger = store().get(scene.ledger());
        for (int i = 0; i < 3; i++) {
            clock().advance(Duration.ofSeconds(3));
            Pair again = repeated(scene.rotate(old.refreshToken()));
            assertThat(again).isEqualTo(next);
            assertThat(again.access()).isEqualTo(next.access());
        }
        assertThat(store().get(scene.ledger())).isEqualTo(ledger);
        scene.assertLives(next);
        scene.assertWhole();
    }

    @InBothStorages
    void theGraceEndsAtItsInstant(Storage storage) {
        TokenFixture scene = scene(storage).issued(2);
        Pair one = scene.pairs().get(0);
        Pair other = scene.pairs().get(1);
        Pair oneNext = rotated(scene.rotate(one.refreshToken()));
        Pair otherNext = rotated(scene.rotate(other.refreshToken()));
        clock().advance(GRACE.minus(MOMENT));
        assertThat(repeated(scene.rotate(one.refreshToken()))).isEqualTo(oneNext);
        clock().advance(MOMENT);
        assertThat(scene.rotate(other.refreshToken())).isInstanceOf(Rotation.Reused.class);
        scene.assertDead(otherNext);
        scene.assertLives(oneNext);
        scene.assertWhole();
    }

    @InBothStorages
    void aRetryDoesNotProlongTheGrace(Storage storage) {
        TokenFixture scene = scene(storage);
        Pair old = scene.issue();
        rotated(scene.rotate(old.refreshToken()));
        clock().advance(Duration.ofSeconds(9));
        repeated(scene.rotate(old.refreshToken()));
        clock().advance(Duration.ofSeconds(9));
        assertThat(scene.rotate(old.refreshToken())).isInstanceOf(Rotation.Reused.class);
        scene.assertNothingLives();
    }

    @InBothStorages
    void withoutAGraceEveryRetryIsReuse(Storage storage) {
        TokenFixture scene = scene(storage, GRACELESS);
        Pair old = scene.issue();
        Pair next = rotated(scene.rotate(old.refreshToken()));
        assertThat(scene.rotate(old.refreshToken())).isInstanceOf(Rotation.Reused.class);
        scene.assertDead(next);
        scene.assertNothingLives();
    }

    @InBothStorages
    void reuseEndsItsLoginAndNoOther(Storage storage) {
        TokenFixture scene = scene(storage).issued(3);
        Pair stolen = scene.pairs().get(1);
        Pair next = rotated(scene.rotate(stolen.refreshToken()));
        clock().advance(GRACE);
        assertThat(scene.rotate(stolen.refreshToken())).isInstanceOfSatisfying(Rotation.Reused.class, reused -> {
            assertThat(reused.user()).isEqualTo(scene.user());
            assertThat(reused.family()).isEqualTo(stolen.login().family());
        });
        scene.assertDead(stolen);
        scene.assertDead(next);
        scene.assertLives(scene.pairs().get(0));
        scene.assertLives(scene.pairs().get(2));
        assertThat(pair(scene.rotate(next.refreshToken()))).isEmpty();
        assertThat(pair(scene.rotate(stolen.refreshToken()))).isEmpty();
        assertThat(scene.tokens().list(scene.user())).hasSize(2);
        scene.assertWhole();
    }

    @InBothStorages
    void reuseOfAMuchOlderTokenEndsTheLogin(Storage storage) {
        TokenFixture scene = scene(storage).issued(2);
        Pair oldest = scene.first();
        Pair last = oldest;
        for (int i = 0; i < 6; i++) {
            clock().advance(Duration.ofDays(3));
            last = rotated(scene.rotate(last.refreshToken()));
        }
        assertThat(scene.rotate(oldest.refreshToken()))
                .isInstanceOfSatisfying(
                        Rotation.Reused.class,
                        reused -> assertThat(reused.family())
                                .isEqualTo(oldest.login().family()));
        scene.assertDead(last);
        assertThat(scene.refreshLives(scene.pairs().get(1).refreshToken())).isTrue();
        scene.assertWhole();
    }

    @InBothStorages
    void aTokenTwoRotationsOldHasNoGrace(Storage storage) {
        TokenFixture scene = scene(storage);
        Pair first = scene.issue();
        Pair second = rotated(scene.rotate(first.refreshToken()));
        Pair third = rotated(scene.rotate(second.refreshToken()));
        assertThat(pair(scene.rotate(first.refreshToken()))).isEmpty();
        assertThat(scene.refreshLives(second.refreshToken())).isFalse();
        scene.assertWhole();
        assertThat(scene.drawn().stream().filter(scene::refreshLives))
                .hasSizeLessThanOrEqualTo(1)
                .isSubsetOf(third.refreshToken());
    }

    @InBothStorages
    void aLookAtASpentTokenIsNoReuse(Storage storage) {
        TokenFixture scene = scene(storage);
        Pair old = scene.issue();
        Pair next = rotated(scene.rotate(old.refreshToken()));
        clock().advance(Duration.ofMinutes(1));
        assertThat(scene.tokens().find(old.refreshToken())).isEmpty();
        assertThat(scene.tokens().owner(old.refreshToken())).hasValue(scene.user());
        scene.assertLives(next);
    }

    @InBothStorages
    void afterItsOwnEndASpentTokenEndsNobody(Storage storage) {
        TokenFixture scene = scene(storage);
        Pair old = scene.issue();
        clock().advance(Duration.ofDays(20));
        Pair next = rotated(scene.rotate(old.refreshToken()));
        clock().advance(Duration.ofDays(20));
        assertThat(pair(scene.rotate(old.refreshToken()))).isEmpty();
        assertThat(scene.tokens().owner(scene.anotherToken())).isEmpty();
        storeClock()
                .ifPresent(held ->
                        assertThat(scene.refreshLives(next.refreshToken())).isTrue());
        scene.assertWhole();
    }

    @InBothStorages
    void theGraceNeverRepeatsWhatHasEnded(Storage storage) {
        TokenFixture scene = scene(storage);
        Pair old = scene.issue();
        Pair next = rotated(scene.rotate(old.refreshToken()));
        scene.tokens().endAll(scene.user());
        assertThat(pair(scene.rotate(old.refreshToken()))).isEmpty();
        scene.assertDead(next);
        scene.assertNothingLives();
    }
}
