package dev.yorozu.conformance.token;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.InBothStorages;
import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.secret.Storage;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.testkit.Rounds;
import dev.yorozu.token.Issued;
import dev.yorozu.token.Rotation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** However often somebody signs in or refreshes, what is kept of them has a limit. */
@OnEveryStore(heldClock = true, costly = true)
final class BoundsTest extends TokenSuite {
    /** How many access tokens a login has before it gets the newest once more. */
    private static final int MANY_ACCESS = 32;

    /** More than five logins with one access token each, or one with dozens of them, take. */
    private static final int LEDGER_BYTES = 16 * 1024;

    private void assertLedgerIsSmall(LedgerFixture scene) {
        assertThat(store().get(scene.ledger()).orElseThrow().length()).isLessThan(LEDGER_BYTES);
    }

    @InBothStorages
    void theOldestLoginEndsAtTheCap(Storage storage) {
        LedgerFixture scene = scene(storage).issued(CAP);
        scene.pairs().forEach(scene::assertLives);
        scene.issued(2);
        for (int i = 0; i < CAP + 2; i++) {
            Issued pair = scene.pair(i);
            if (i < 2) {
                scene.assertDead(pair);
                assertThat(store().type(scene.record(pair.refreshToken()))).isEmpty();
            } else {
                scene.assertLives(pair);
            }
        }
        scene.assertWhole();
    }

    @InBothStorages
    void aSmallerCapEndsAllThatAreTooMany(Storage storage) {
        LedgerFixture scene = scene(storage).issued(CAP);
        Issued last = scene.issue(scene.tokens(store(), policy(GRACE, 2)));
        assertThat(scene.tokenMembers()).hasSize(2);
        scene.assertLives(last);
        scene.assertLives(scene.pair(CAP - 1));
        scene.assertDead(scene.pair(CAP - 2));
        scene.assertWhole();
    }

    @InBothStorages
    void endedTokensAreNotCounted(Storage storage) {
        LedgerFixture scene = scene(storage).issued(CAP);
        scene.end(scene.token(3));
        scene.issue();
        for (int i : List.of(0, 1, 2, 4, 5)) {
            scene.assertLives(scene.pair(i));
        }
        scene.assertWhole();
    }

    @Test
    void manySignInsLeaveNoMoreThanTheCap() {
        int signIns = Rounds.of(200, 10_000);
        LedgerFixture scene = scene(Storage.DOCUMENTED);
        for (int i = 0; i < signIns; i++) {
            clock().advance(SECOND);
            scene.issue();
        }
        assertThat(scene.tokenMembers()).hasSize(CAP);
        assertThat(scene.accessMembers())
                .isEqualTo(scene.pairs().subList(signIns - CAP, signIns).stream()
                        .map(pair -> access(pair).id())
                        .collect(Collectors.toSet()));
        assertLedgerIsSmall(scene);
        assertThat(scene.pairs().subList(0, signIns - CAP))
                .noneMatch(
                        pair -> store().type(scene.record(pair.refreshToken())).isPresent());
        scene.pairs().subList(signIns - CAP, signIns).forEach(scene::assertLives);
    }

    /** Dozens of refreshes in the life of an access token, by a client that asks before every call. */
    @InBothStorages
    void everyAccessTokenLivesOutItsTimeHoweverOftenItsLoginIsRefreshed(Storage storage) {
        LedgerFixture scene = scene(storage);
        Issued last = scene.issue();
        Duration step = ACCESS_LIFE.dividedBy(Rounds.of(45, 900));
        int most = 0;
        while (clock().instant().isBefore(access(scene.first()).endsAt().minus(step))) {
            clock().advance(step);
            last = rotated(scene.rotate(last));
            assertThat(Duration.between(clock().instant(), access(last).endsAt()))
                    .as("what is given has most of its life before it")
                    .isGreaterThan(ACCESS_LIFE.multipliedBy(9).dividedBy(10));
            most = Math.max(most, scene.accessMembers().size());
        }
        assertThat(scene.pairs()).allMatch(scene::accessLives);
        assertThat(most).isBetween(MANY_ACCESS, 2 * MANY_ACCESS + 2);
        assertLedgerIsSmall(scene);
        scene.assertWhole();
    }

    @InBothStorages
    void spentTokensLeaveWithTheirLoginAndTheOldestLongBefore(Storage storage) {
        LedgerFixture scene = scene(storage, policy(GRACE, CAP, 3)).issued(2);
        List<String> spent = new ArrayList<>();
        String current = scene.firstToken();
        for (int i = 0; i < 6; i++) {
            spent.add(current);
            clock().advance(GRACE);
            current = rotated(scene.rotate(current)).refreshToken();
        }
        assertThat(spent.stream().map(scene::record))
                .extracting(key -> store().type(key).isPresent())
                .containsExactly(false, false, false, true, true, true);
        assertThat(scene.rotate(spent.get(2))).isInstanceOf(Rotation.Refused.class);
        assertThat(scene.refreshLives(current)).isTrue();
        scene.end(current);
        assertThat(spent).noneMatch(token -> store().type(scene.record(token)).isPresent());
        scene.assertLives(scene.pair(1));
        scene.assertWhole();
    }

    @InBothStorages
    void theOldestThatIsRememberedStillGivesAThiefAway(Storage storage) {
        LedgerFixture scene = scene(storage, policy(GRACE, CAP, 3)).issued(1);
        String oldest = scene.firstToken();
        String current = oldest;
        for (int i = 0; i < 3; i++) {
            clock().advance(GRACE);
            current = rotated(scene.rotate(current)).refreshToken();
        }
        assertThat(scene.rotate(oldest)).isInstanceOf(Rotation.Reused.class);
        scene.assertNothingLives();
        assertThat(scene.drawn())
                .noneMatch(token -> store().type(scene.record(token)).isPresent());
    }

    @InBothStorages
    void endedAccessTokensLeaveWithTheNextWrite(Storage storage) {
        LedgerFixture scene = scene(storage).issued(2);
        Issued next = rotated(scene.rotate(scene.first()));
        clock().advance(ACCESS_LIFE.plus(SKEW).plus(SECOND));
        Issued last = rotated(scene.rotate(next));
        assertThat(scene.accessMembers()).containsExactly(access(last).id());
        assertThat(last.login().access()).containsExactly(access(last));
        scene.assertWhole();
    }

    @InBothStorages
    void endedLoginsLeaveWithTheNextWrite(Storage storage) {
        LedgerFixture scene = scene(storage).issued(3);
        clock().advance(LIFE);
        Issued last = scene.issue();
        assertThat(scene.tokenMembers()).containsExactly(keyPart(storage, last.refreshToken()));
        assertThat(scene.accessMembers()).containsExactly(access(last).id());
        scene.assertWhole();
    }

    @InBothStorages
    void loginsWithoutARecordAreNotCounted(Storage storage) {
        LedgerFixture scene = scene(storage).issued(CAP);
        for (int i : List.of(2, 3)) {
            scene.byHand(batch -> batch.delete(scene.record(scene.token(i))));
        }
        scene.issued(2);
        for (int i : List.of(0, 1, 4, 5, 6)) {
            scene.assertLives(scene.pair(i));
        }
        scene.assertWhole();
    }

    @InBothStorages
    void everyWriteRemovesMembersWithoutARecord(Storage storage) {
        for (Consumer<LedgerFixture> write :
                List.<Consumer<LedgerFixture>>of(LedgerFixture::issue, scene -> scene.end(scene.firstToken()))) {
            LedgerFixture scene = scene(storage).issued(3);
            String strange = scene.anotherToken();
            String listed = scene.token(1);
            scene.byHand(batch -> batch.setAdd(scene.tokenSet(), Bytes.of(strange)));
            scene.byHand(batch -> batch.delete(scene.record(listed)));
            // A rotation looks at no records but its own, and removes what the ledger does not know.
            rotated(scene.rotate(scene.first()));
            assertThat(scene.tokenMembers()).doesNotContain(strange);
            scene.assertSpent(listed);
            write.accept(scene);
            assertThat(scene.tokenMembers()).doesNotContain(strange, keyPart(storage, listed));
            assertThat(scene.accessLives(scene.pair(1))).isFalse();
            scene.assertLives(scene.pair(2));
            scene.assertWhole();
        }
    }

    @InBothStorages
    void deadMembersLeaveWithTheNextWrite(Storage storage) {
        LedgerFixture scene = scene(storage).issued(1);
        for (int i = 0; i < 100; i++) {
            String dead = scene.anotherToken();
            scene.byHand(batch -> batch.setAdd(scene.tokenSet(), Bytes.of(dead)));
        }
        clock().advance(Duration.ofMinutes(1));
        scene.issue();
        assertThat(scene.tokenMembers()).hasSize(2);
        scene.pairs().forEach(scene::assertLives);
        scene.assertWhole();
    }
}
