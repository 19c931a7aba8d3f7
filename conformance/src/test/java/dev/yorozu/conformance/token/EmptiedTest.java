package dev.yorozu.conformance.token;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.InBothStorages;
import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.secret.Storage;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Expiry;
import dev.yorozu.token.Pair;
import java.time.Duration;
import java.util.List;

/** A store that lost what it held lets nobody in whom it had let in or out before, and works again. */
@OnEveryStore(heldClock = true)
final class EmptiedTest extends TokenSuite {
    /** A user with a login that lives, one that was ended, and one that was rotated. */
    private TokenFixture lived(Storage storage) {
        TokenFixture scene = scene(storage).issued(3);
        scene.tokens().end(scene.pairs().get(1).refreshToken(), scene.user());
        rotated(scene.rotate(scene.pairs().get(2).refreshToken()));
        return scene;
    }

    private static void forget(TokenFixture scene) {
        scene.byHand(batch -> user(batch, scene));
        scene.drawn().forEach(token -> scene.byHand(batch -> batch.delete(scene.record(token))));
        for (Pair pair : scene.pairs()) {
            scene.byHand(
                    batch -> batch.delete(TokenFixture.revoked(pair.access().id())));
        }
    }

    private static Batch.Builder user(Batch.Builder batch, TokenFixture scene) {
        return batch.delete(scene.tokenSet())
                .delete(scene.accessSet())
                .delete(scene.invalidBefore())
                .delete(scene.ledger());
    }

    @InBothStorages
    void anEmptiedStoreLetsNobodyIn(Storage storage) {
        TokenFixture scene = lived(storage);
        List<Pair> before = List.copyOf(scene.pairs());
        forget(scene);
        scene.assertNothingLives();
        assertNoneComesBack(scene, before);
    }

    /** None of these can be refreshed, and a new sign-in works and brings none of them back. */
    private static void assertNoneComesBack(TokenFixture scene, List<Pair> before) {
        before.forEach(
                pair -> assertThat(pair(scene.rotate(pair.refreshToken()))).isEmpty());
        before.forEach(scene::assertDead);
        assertThat(scene.tokens().endAll(scene.user())).isZero();
        Pair later = scene.issue();
        Pair next = rotated(scene.rotate(later.refreshToken()));
        scene.assertLives(next);
        before.forEach(scene::assertDead);
        before.forEach(
                pair -> assertThat(pair(scene.rotate(pair.refreshToken()))).isEmpty());
        scene.assertLives(next);
        scene.assertWhole();
    }

    @InBothStorages
    void aStoreThatKeptOnlyTheRecordsLetsNobodyIn(Storage storage) {
        TokenFixture scene = lived(storage);
        List<Pair> before = List.copyOf(scene.pairs());
        scene.byHand(batch -> user(batch, scene));
        scene.assertNothingLives();
        assertNoneComesBack(scene, before);
    }

    @InBothStorages
    void withoutTheLedgerNothingThatEndedComesBack(Storage storage) {
        TokenFixture scene = lived(storage);
        scene.byHand(batch -> batch.delete(scene.ledger()));
        Pair ended = scene.pairs().get(1);
        Pair spent = scene.pairs().get(2);
        clock().advance(Duration.ofMinutes(1));
        for (Pair pair : List.of(ended, spent)) {
            assertThat(scene.refreshLives(pair.refreshToken())).isFalse();
            assertThat(pair(scene.rotate(pair.refreshToken()))).isEmpty();
        }
        assertThat(scene.accessLives(ended.access())).isFalse();
        scene.issue();
        for (Pair pair : List.of(ended, spent)) {
            assertThat(scene.refreshLives(pair.refreshToken())).isFalse();
            assertThat(pair(scene.rotate(pair.refreshToken()))).isEmpty();
        }
        assertThat(scene.accessLives(ended.access())).isFalse();
    }

    @InBothStorages
    void withoutTheLedgerAllCanStillBeEnded(Storage storage) {
        TokenFixture scene = lived(storage);
        scene.byHand(batch -> batch.delete(scene.ledger()));
        scene.tokens().endAll(scene.user());
        scene.assertNothingLives();
        scene.pairs()
                .forEach(pair ->
                        assertThat(pair(scene.rotate(pair.refreshToken()))).isEmpty());
        Pair later = scene.issue();
        scene.assertLives(later);
        scene.assertWhole();
    }

    @InBothStorages
    void withoutTheLedgerOthersCanStillBeEnded(Storage storage) {
        TokenFixture scene = lived(storage);
        scene.byHand(batch -> batch.delete(scene.ledger()));
        Pair current = scene.issue();
        scene.tokens().endAllBut(scene.user(), current.login().family());
        scene.assertLives(current);
        scene.pairs().stream().filter(pair -> pair != current).forEach(scene::assertDead);
        assertThat(scene.tokenMembers()).hasSize(1);
        assertThat(scene.accessMembers()).containsExactly(current.access().id());
        scene.assertWhole();
    }

    @InBothStorages
    void aLedgerThatCannotBeReadLetsNobodyInAndIsReplaced(Storage storage) {
        for (String broken : List.of("", "null", "{", "[]", "{\"v\":99}")) {
            TokenFixture scene = lived(storage);
            scene.byHand(batch -> batch.put(scene.ledger(), broken, Expiry.after(SETS_LIFE)));
            Pair ended = scene.pairs().get(1);
            assertThat(pair(scene.rotate(ended.refreshToken()))).isEmpty();
            scene.tokens().endAll(scene.user());
            scene.assertNothingLives();
            scene.assertLives(scene.issue());
            scene.assertWhole();
        }
    }
}
