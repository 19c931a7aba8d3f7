package dev.yorozu.conformance.token;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.InBothStorages;
import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.keyspace.TokenKeys;
import dev.yorozu.secret.Storage;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.testkit.FaultyStore;
import dev.yorozu.token.Issued;
import dev.yorozu.token.Rotation;
import java.time.Duration;

/** What operators do by hand with the commands of the document is honoured by the next request, and never undone. */
@OnEveryStore(heldClock = true)
final class OperatorsTest extends TokenSuite {
    private static final Expiry HOUR = Expiry.after(Duration.ofHours(1));

    /** SETEX blacklist:… 3600 1. */
    private static void blacklist(LedgerFixture scene, String jti) {
        scene.byHand(batch -> batch.put(LedgerFixture.revoked(jti), "1", HOUR));
    }

    /** Writes of ours that keep the sets, after which nothing ended by hand may have returned. */
    private static void writeAgain(LedgerFixture scene) {
        Issued next = scene.issue();
        rotated(scene.rotate(next));
        scene.list();
    }

    @InBothStorages
    void aHandMadeBlacklistEntryRefusesThatAccessToken(Storage storage) {
        LedgerFixture scene = scene(storage).issued(2);
        blacklist(scene, access(scene.first()).id());
        assertThat(scene.accessLives(scene.first())).isFalse();
        scene.assertLives(scene.pair(1));
        writeAgain(scene);
        assertThat(scene.accessLives(scene.first())).isFalse();
        scene.assertLives(scene.pair(1));
    }

    @InBothStorages
    void theLoginOfABlacklistedAccessTokenCannotRefresh(Storage storage) {
        LedgerFixture scene = scene(storage).issued(2);
        Issued pair = scene.first();
        blacklist(scene, access(pair).id());
        scene.assertRefused(pair.refreshToken());
        scene.assertDead(pair);
        scene.assertLives(scene.pair(1));
        scene.byHand(batch -> batch.delete(LedgerFixture.revoked(access(pair).id())));
        scene.assertRefused(pair.refreshToken());
        scene.assertDead(pair);
        scene.assertWhole();
    }

    @InBothStorages
    void norCanItAfterARotationThatWasCutOff(Storage storage) {
        for (int call = 1; call <= 16; call++) {
            LedgerFixture scene = scene(storage).issued(2);
            FaultyStore faulty = FaultyStore.failing(store(), FaultyStore.Fault.REFUSED, call);
            try {
                scene.rotate(faulty, scene.firstToken());
            } catch (StoreException nothingSpent) {
                blacklist(scene, access(scene.first()).id());
                scene.assertRefused(scene.firstToken());
                scene.assertDead(scene.first());
            }
            scene.assertLives(scene.pair(1));
            scene.assertWhole();
        }
    }

    @InBothStorages
    void theGraceRepeatsNothingThatIsBlacklisted(Storage storage) {
        LedgerFixture scene = scene(storage).issued(1);
        Issued next = rotated(scene.rotate(scene.first()));
        blacklist(scene, access(next).id());
        scene.assertRefused(scene.firstToken());
        assertThat(scene.accessLives(next)).isFalse();
    }

    @InBothStorages
    void aDeletedRecordRefusesThatRefreshToken(Storage storage) {
        LedgerFixture scene = scene(storage).issued(2);
        scene.byHand(batch -> batch.delete(scene.record(scene.firstToken())));
        assertCut(scene);
        assertThat(scene.endAllBut(scene.pair(1).login().id())).isPositive();
        scene.assertWhole();
    }

    @InBothStorages
    void aTokenRemovedFromItsSetIsRefused(Storage storage) {
        LedgerFixture scene = scene(storage).issued(2);
        scene.byHand(batch -> batch.setRemove(scene.tokenSet(), Bytes.of(keyPart(storage, scene.firstToken()))));
        assertCut(scene);
        scene.assertWhole();
    }

    /** The first login cannot be refreshed, now or later; the second is as it was. */
    private static void assertCut(LedgerFixture scene) {
        scene.assertSpent(scene.firstToken());
        assertThat(scene.list()).hasSize(1);
        writeAgain(scene);
        scene.assertSpent(scene.firstToken());
        scene.assertRefused(scene.firstToken());
        scene.assertLives(scene.pair(1));
        rotated(scene.rotate(scene.pair(1)));
    }

    @InBothStorages
    void withoutTheSetNoTokenRefreshes(Storage storage) {
        LedgerFixture scene = scene(storage).issued(3);
        scene.byHand(batch -> batch.delete(scene.tokenSet()));
        assertThat(scene.list()).isEmpty();
        assertThat(scene.pairs()).noneMatch(scene::current);
        for (Issued pair : scene.pairs().subList(0, 3)) {
            scene.assertRefused(pair.refreshToken());
        }
        writeAgain(scene);
        assertThat(scene.list()).hasSize(1);
        scene.assertWhole();
    }

    @InBothStorages
    void withoutTheListOfIdsNoAccessTokenIsLetIn(Storage storage) {
        LedgerFixture scene = scene(storage).issued(2);
        scene.byHand(batch -> batch.delete(scene.accessSet()));
        assertThat(scene.pairs()).noneMatch(scene::accessLives);
        writeAgain(scene);
        assertThat(scene.accessLives(scene.pair(0))).isFalse();
        assertThat(scene.accessLives(scene.pair(1))).isFalse();
    }

    @InBothStorages
    void anIdRemovedFromItsListIsRefusedForGood(Storage storage) {
        LedgerFixture scene = scene(storage).issued(2);
        Bytes id = Bytes.of(access(scene.first()).id());
        scene.byHand(batch -> batch.setRemove(scene.accessSet(), id));
        assertThat(scene.accessLives(scene.first())).isFalse();
        writeAgain(scene);
        assertThat(scene.accessLives(scene.first())).isFalse();
        scene.assertLives(scene.pair(1));
    }

    @InBothStorages
    void theLoopThatRevokesAllLeavesNoRefreshToken(Storage storage) {
        LedgerFixture scene = scene(storage).issued(3);
        rotated(scene.rotate(scene.first()));
        for (String member : scene.tokenMembers()) {
            scene.byHand(batch -> batch.delete(TokenKeys.REFRESH.key(member)));
        }
        scene.byHand(batch -> batch.delete(scene.tokenSet()));
        assertThat(scene.drawn()).noneMatch(scene::refreshLives);
        for (Issued pair : scene.pairs().subList(1, 4)) {
            scene.assertRefused(pair.refreshToken());
        }
        scene.assertRefused(scene.firstToken());
        writeAgain(scene);
        assertThat(scene.list()).hasSize(1);
        scene.assertWhole();
    }

    @InBothStorages
    void theLoopThatBlacklistsAllLogsTheUserOutEverywhere(Storage storage) {
        LedgerFixture scene = scene(storage).issued(3);
        rotated(scene.rotate(scene.first()));
        clock().advance(Duration.ofMinutes(14));
        scene.accessMembers().forEach(jti -> blacklist(scene, jti));
        assertThat(scene.pairs()).noneMatch(scene::accessLives);
        for (Issued pair : scene.pairs().subList(0, 4)) {
            scene.assertRefused(pair.refreshToken());
        }
        scene.assertNothingLives();
    }

    @InBothStorages
    void theLoopLogsOutThoseWhoseAccessTokensEndedToo(Storage storage) {
        LedgerFixture scene = scene(storage).issued(2);
        clock().advance(Duration.ofDays(1));
        scene.accessMembers().forEach(jti -> blacklist(scene, jti));
        assertThat(scene.accessMembers()).isNotEmpty();
        for (Issued pair : scene.pairs().subList(0, 2)) {
            scene.assertRefused(pair.refreshToken());
        }
        scene.assertNothingLives();
    }

    @InBothStorages
    void aHandMadeInstantEndsWhatWasIssuedBefore(Storage storage) {
        LedgerFixture scene = scene(storage).issued(1);
        clock().advance(Duration.ofMinutes(1));
        long now = clock().instant().getEpochSecond();
        scene.byHand(batch -> batch.put(scene.invalidBefore(), Long.toString(now), Expiry.after(SETS_LIFE)));
        scene.assertDead(scene.first());
        assertThat(scene.rotate(scene.first())).isNotInstanceOf(Rotation.Rotated.class);
        assertThat(scene.list()).isEmpty();
        clock().advance(SECOND);
        Issued later = scene.issue();
        scene.assertLives(later);
        scene.assertDead(scene.first());
        scene.assertWhole();
    }

    @InBothStorages
    void anIdAddedByHandIsEndedWithTheRest(Storage storage) {
        LedgerFixture scene = scene(storage).issued(1);
        scene.byHand(batch -> batch.setAdd(scene.accessSet(), Bytes.of("abcd-jti-" + scene.user())));
        scene.endAll();
        assertThat(scene.accessMembers()).isEmpty();
        scene.assertNothingLives();
    }
}
