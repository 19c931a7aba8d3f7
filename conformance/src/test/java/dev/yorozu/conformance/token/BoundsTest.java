package dev.yorozu.conformance.token;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.InBothStorages;
import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.secret.Storage;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.testkit.Rounds;
import dev.yorozu.token.Access;
import dev.yorozu.token.Login;
import dev.yorozu.token.Pair;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** However often somebody signs in or refreshes, what is kept of them has a limit. */
@OnEveryStore(heldClock = true)
final class BoundsTest extends TokenSuite {
    private static final int ACCESS_PER_LOGIN = 8;

    /** More than five logins with eight access tokens each take. */
    private static final int LEDGER_BYTES = 16 * 1024;

    private void assertLedgerIsSmall(TokenFixture scene) {
        assertThat(store().get(scene.ledger()).orElseThrow().length()).isLessThan(LEDGER_BYTES);
    }

    @InBothStorages
    void theOldestLoginEndsAtTheCap(Storage storage) {
        TokenFixture scene = scene(storage).issued(CAP);
        scene.pairs().forEach(scene::assertLives);
        scene.issued(2);
        for (int i = 0; i < CAP + 2; i++) {
            Pair pair = scene.pairs().get(i);
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
        TokenFixture scene = scene(storage).issued(CAP);
        Pair last = scene.issue(scene.tokens(store(), policy(GRACE, 2)));
        assertThat(scene.tokenMembers()).hasSize(2);
        scene.assertLives(last);
        scene.assertLives(scene.pairs().get(CAP - 1));
        scene.assertDead(scene.pairs().get(CAP - 2));
        scene.assertWhole();
    }

    @InBothStorages
    void endedTokensAreNotCounted(Storage storage) {
        TokenFixture scene = scene(storage).issued(CAP);
        scene.tokens().end(scene.pairs().get(3).refreshToken(), scene.user());
        scene.issue();
        for (int i : List.of(0, 1, 2, 4, 5)) {
            scene.assertLives(scene.pairs().get(i));
        }
        scene.assertWhole();
    }

    @Test
    void manySignInsLeaveNoMoreThanTheCap() {
        int signIns = Rounds.of(200, 10_000);
        TokenFixture scene = scene(Storage.DOCUMENTED);
        for (int i = 0; i < signIns; i++) {
            clock().advance(SECOND);
            scene.issue();
        }
        assertThat(scene.tokenMembers()).hasSize(CAP);
        assertThat(scene.accessMembers())
                .isEqualTo(scene.pairs().subList(signIns - CAP, signIns).stream()
                        .map(pair -> pair.access().id())
                        .collect(Collectors.toSet()));
        assertLedgerIsSmall(scene);
        assertThat(scene.pairs().subList(0, signIns - CAP))
                .noneMatch(
                        pair -> store().type(scene.record(pair.refreshToken())).isPresent());
        scene.pairs().subList(signIns - CAP, signIns).forEach(scene::assertLives);
    }

    @InBothStorages
    void manyRotationsLeaveFewAccessTokens(Storage storage) {
        TokenFixture scene = scene(storage);
        Pair last = scene.issue();
        for (int i = 0; i < 50; i++) {
            last = rotated(scene.rotate(last.refreshToken()));
        }
        int pairs = scene.pairs().size();
        List<Access> newest = scene.pairs().subList(pairs - ACCESS_PER_LOGIN, pairs).stream()
                .map(Pair::access)
                .toList();
        Login login = scene.tokens().find(last.refreshToken()).orElseThrow();
        assertThat(login.access()).containsExactlyInAnyOrderElementsOf(newest);
        assertThat(scene.accessMembers()).hasSize(ACCESS_PER_LOGIN);
        assertThat(newest).allMatch(scene::accessLives);
        assertThat(scene.pairs().subList(0, pairs - ACCESS_PER_LOGIN))
                .noneMatch(pair -> scene.accessLives(pair.access()));
        assertLedgerIsSmall(scene);
        scene.assertWhole();
    }

    @InBothStorages
    void endedAccessTokensLeaveWithTheNextWrite(Storage storage) {
        TokenFixture scene = scene(storage).issued(2);
        Pair next = rotated(scene.rotate(scene.firstToken()));
        clock().advance(ACCESS_LIFE.plus(SKEW).plus(SECOND));
        Pair last = rotated(scene.rotate(next.refreshToken()));
        assertThat(scene.accessMembers()).containsExactly(last.access().id());
        assertThat(last.login().access()).containsExactly(last.access());
        scene.assertWhole();
    }

    @InBothStorages
    void endedLoginsLeaveWithTheNextWrite(Storage storage) {
        TokenFixture scene = scene(storage).issued(3);
        clock().advance(LIFE);
        Pair last = scene.issue();
        assertThat(scene.tokenMembers()).containsExactly(keyPart(storage, last.refreshToken()));
        assertThat(scene.accessMembers()).containsExactly(last.access().id());
        scene.assertWhole();
    }

    @InBothStorages
    void deadMembersLeaveWithTheNextWrite(Storage storage) {
        TokenFixture scene = scene(storage).issued(1);
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
