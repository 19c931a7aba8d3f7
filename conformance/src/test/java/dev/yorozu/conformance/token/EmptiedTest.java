package dev.yorozu.conformance.token;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.InBothStorages;
import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.secret.Storage;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Expiry;
import dev.yorozu.token.Issued;
import java.time.Duration;
import java.util.List;

/** A store that lost what it held lets nobody in whom it had let in or out before, and works again. */
@OnEveryStore(heldClock = true)
final class EmptiedTest extends TokenSuite {
    /** A user with a login that lives, one that was ended, and one that was rotated. */
    private LedgerFixture lived(Storage storage) {
        LedgerFixture scene = scene(storage).issued(3);
        scene.end(scene.token(1));
        rotated(scene.rotate(scene.pair(2)));
        return scene;
    }

    private static void forget(LedgerFixture scene) {
        scene.byHand(batch -> user(batch, scene));
        scene.drawn().forEach(token -> scene.byHand(batch -> batch.delete(scene.record(token))));
        for (Issued pair : scene.pairs()) {
            scene.byHand(
                    batch -> batch.delete(LedgerFixture.revoked(access(pair).id())));
        }
    }

    private static Batch.Builder user(Batch.Builder batch, LedgerFixture scene) {
        return batch.delete(scene.tokenSet())
                .delete(scene.accessSet())
                .delete(scene.invalidBefore())
                .delete(scene.ledger());
    }

    @InBothStorages
    void anEmptiedStoreLetsNobodyIn(Storage storage) {
        LedgerFixture scene = lived(storage);
        List<Issued> before = List.copyOf(scene.pairs());
        forget(scene);
        scene.assertNothingLives();
        assertNoneComesBack(scene, before);
    }

    /** None of these can be refreshed, and a new sign-in works and brings none of them back. */
    private static void assertNoneComesBack(LedgerFixture scene, List<Issued> before) {
        before.forEach(scene::assertRefused);
        before.forEach(scene::assertDead);
        assertThat(scene.endAll()).isZero();
        Issued later = scene.issue();
        Issued next = rotated(scene.rotate(later));
        scene.assertLives(next);
        before.forEach(scene::assertDead);
        before.forEach(scene::assertRefused);
        scene.assertLives(next);
        scene.assertWhole();
    }

    @InBothStorages
    void aStoreThatKeptOnlyTheRecordsLetsNobodyIn(Storage storage) {
        LedgerFixture scene = lived(storage);
        List<Issued> before = List.copyOf(scene.pairs());
        scene.byHand(batch -> user(batch, scene));
        scene.assertNothingLives();
        assertNoneComesBack(scene, before);
    }

    @InBothStorages
    void withoutTheLedgerNothingThatEndedComesBack(Storage storage) {
        LedgerFixture scene = lived(storage);
        scene.byHand(batch -> batch.delete(scene.ledger()));
        Issued ended = scene.pair(1);
        Issued spent = scene.pair(2);
        clock().advance(Duration.ofMinutes(1));
        for (Issued pair : List.of(ended, spent)) {
            scene.assertSpent(pair.refreshToken());
            scene.assertRefused(pair.refreshToken());
        }
        assertThat(scene.accessLives(ended)).isFalse();
        scene.issue();
        for (Issued pair : List.of(ended, spent)) {
            scene.assertSpent(pair.refreshToken());
            scene.assertRefused(pair.refreshToken());
        }
        assertThat(scene.accessLives(ended)).isFalse();
    }

    @InBothStorages
    void withoutTheLedgerAllCanStillBeEnded(Storage storage) {
        LedgerFixture scene = lived(storage);
        scene.byHand(batch -> batch.delete(scene.ledger()));
        scene.endAll();
        scene.assertNothingLives();
        scene.pairs().forEach(pair -> scene.assertRefused(pair.refreshToken()));
        Issued later = scene.issue();
        scene.assertLives(later);
        scene.assertWhole();
    }

    @InBothStorages
    void withoutTheLedgerOthersCanStillBeEnded(Storage storage) {
        LedgerFixture scene = lived(storage);
        scene.byHand(batch -> batch.delete(scene.ledger()));
        Issued current = scene.issue();
        scene.endAllBut(current.login().id());
        scene.assertLives(current);
        scene.pairs().stream().filter(pair -> pair != current).forEach(scene::assertDead);
        assertThat(scene.tokenMembers()).hasSize(1);
        assertThat(scene.accessMembers()).containsExactly(access(current).id());
        scene.assertWhole();
    }

    @InBothStorages
    void aLedgerThatCannotBeReadLetsNobodyInAndIsReplaced(Storage storage) {
        for (String broken : List.of("", "null", "{", "[]", "{\"v\":99}")) {
            LedgerFixture scene = lived(storage);
            scene.byHand(batch -> batch.put(scene.ledger(), broken, Expiry.after(SETS_LIFE)));
            Issued ended = scene.pair(1);
            scene.assertRefused(ended.refreshToken());
            scene.endAll();
            scene.assertNothingLives();
            scene.assertLives(scene.issue());
            scene.assertWhole();
        }
    }
}
