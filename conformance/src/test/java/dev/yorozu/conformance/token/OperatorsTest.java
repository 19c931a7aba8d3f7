package dev.yorozu.conformance.token;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.InBothStorages;
import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.keyspace.TokenKeys;
import dev.yorozu.secret.Storage;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.token.Pair;
import dev.yorozu.token.Rotation;
import java.time.Duration;

/** What operators do by hand with the commands of the document is honoured by the next request, and never undone. */
@OnEveryStore(heldClock = true)
final class OperatorsTest extends TokenSuite {
    private static final Expiry HOUR = Expiry.after(Duration.ofHours(1));

    /** SETEX blacklist:… 3600 1. */
    private static void blacklist(TokenFixture scene, String jti) {
        scene.byHand(batch -> batch.put(TokenFixture.revoked(jti), "1", HOUR));
    }

    /** Writes of ours that keep the sets, after which nothing ended by hand may have returned. */
    private static void writeAgain(TokenFixture scene) {
        Pair next = scene.issue();
        rotated(scene.rotate(next.refreshToken()));
        scene.tokens().list(scene.user());
    }

    @InBothStorages
    void aHandMadeBlacklistEntryRefusesThatAccessToken(Storage storage) {
        TokenFixture scene = scene(storage).issued(2);
        blacklist(scene, scene.first().access().id());
        assertThat(scene.accessLives(scene.first().access())).isFalse();
        scene.assertLives(scene.pairs().get(1));
        writeAgain(scene);
        assertThat(scene.accessLives(scene.first().access())).isFalse();
        scene.assertLives(scene.pairs().get(1));
    }

    @InBothStorages
    void theLoginOfABlacklistedAccessTokenCannotRefresh(Storage storage) {
        TokenFixture scene = scene(storage).issued(2);
        Pair pair = scene.first();
        blacklist(scene, pair.access().id());
        assertThat(pair(scene.rotate(pair.refreshToken()))).isEmpty();
        scene.assertDead(pair);
        scene.assertLives(scene.pairs().get(1));
        scene.byHand(batch -> batch.delete(TokenFixture.revoked(pair.access().id())));
        assertThat(pair(scene.rotate(pair.refreshToken()))).isEmpty();
        scene.assertDead(pair);
        scene.assertWhole();
    }

    @InBothStorages
    void theGraceRepeatsNothingThatIsBlacklisted(Storage storage) {
        TokenFixture scene = scene(storage).issued(1);
        Pair next = rotated(scene.rotate(scene.firstToken()));
        blacklist(scene, next.access().id());
        assertThat(pair(scene.rotate(scene.firstToken()))).isEmpty();
        assertThat(scene.accessLives(next.access())).isFalse();
    }

    @InBothStorages
    void aDeletedRecordRefusesThatRefreshToken(Storage storage) {
        TokenFixture scene = scene(storage).issued(2);
        scene.byHand(batch -> batch.delete(scene.record(scene.firstToken())));
        assertCut(scene);
        assertThat(scene.tokens()
                        .endAllBut(scene.user(), scene.pairs().get(1).login().family()))
                .isPositive();
        scene.assertWhole();
    }

    @InBothStorages
    void aTokenRemovedFromItsSetIsRefused(Storage storage) {
        TokenFixture scene = scene(storage).issued(2);
        scene.byHand(batch -> batch.setRemove(scene.tokenSet(), Bytes.of(keyPart(storage, scene.firstToken()))));
        assertCut(scene);
        scene.assertWhole();
    }

    /** The first login cannot be refreshed, now or later; the second is as it was. */
    private static void assertCut(TokenFixture scene) {
        assertThat(scene.refreshLives(scene.firstToken())).isFalse();
        assertThat(scene.tokens().list(scene.user())).hasSize(1);
        writeAgain(scene);
        assertThat(scene.refreshLives(scene.firstToken())).isFalse();
        assertThat(pair(scene.rotate(scene.firstToken()))).isEmpty();
        scene.assertLives(scene.pairs().get(1));
        rotated(scene.rotate(scene.pairs().get(1).refreshToken()));
    }

    @InBothStorages
    void withoutTheSetNoTokenRefreshes(Storage storage) {
        TokenFixture scene = scene(storage).issued(3);
        scene.byHand(batch -> batch.delete(scene.tokenSet()));
        assertThat(scene.tokens().list(scene.user())).isEmpty();
        assertThat(scene.pairs()).noneMatch(pair -> scene.refreshLives(pair.refreshToken()));
        for (Pair pair : scene.pairs().subList(0, 3)) {
            assertThat(pair(scene.rotate(pair.refreshToken()))).isEmpty();
        }
        writeAgain(scene);
        assertThat(scene.tokens().list(scene.user())).hasSize(1);
        scene.assertWhole();
    }

    @InBothStorages
    void withoutTheListOfIdsNoAccessTokenIsLetIn(Storage storage) {
        TokenFixture scene = scene(storage).issued(2);
        scene.byHand(batch -> batch.delete(scene.accessSet()));
        assertThat(scene.pairs()).noneMatch(pair -> scene.accessLives(pair.access()));
        writeAgain(scene);
        assertThat(scene.accessLives(scene.pairs().get(0).access())).isFalse();
        assertThat(scene.accessLives(scene.pairs().get(1).access())).isFalse();
    }

    @InBothStorages
    void anIdRemovedFromItsListIsRefusedForGood(Storage storage) {
        TokenFixture scene = scene(storage).issued(2);
        Bytes id = Bytes.of(scene.first().access().id());
        scene.byHand(batch -> batch.setRemove(scene.accessSet(), id));
        assertThat(scene.accessLives(scene.first().access())).isFalse();
        writeAgain(scene);
        assertThat(scene.accessLives(scene.first().access())).isFalse();
        scene.assertLives(scene.pairs().get(1));
    }

    @InBothStorages
    void theLoopThatRevokesAllLeavesNoRefreshToken(Storage storage) {
        TokenFixture scene = scene(storage).issued(3);
        rotated(scene.rotate(scene.firstToken()));
        for (String member : scene.tokenMembers()) {
            scene.byHand(batch -> batch.delete(TokenKeys.REFRESH.key(member)));
        }
        scene.byHand(batch -> batch.delete(scene.tokenSet()));
        assertThat(scene.drawn()).noneMatch(scene::refreshLives);
        for (Pair pair : scene.pairs().subList(1, 4)) {
            assertThat(pair(scene.rotate(pair.refreshToken()))).isEmpty();
        }
        assertThat(pair(scene.rotate(scene.firstToken()))).isEmpty();
        writeAgain(scene);
        assertThat(scene.tokens().list(scene.user())).hasSize(1);
        scene.assertWhole();
    }

    @InBothStorages
    void theLoopThatBlacklistsAllLogsTheUserOutEverywhere(Storage storage) {
        TokenFixture scene = scene(storage).issued(3);
        rotated(scene.rotate(scene.firstToken()));
        clock().advance(Duration.ofMinutes(14));
        scene.accessMembers().forEach(jti -> blacklist(scene, jti));
        assertThat(scene.pairs()).noneMatch(pair -> scene.accessLives(pair.access()));
        for (Pair pair : scene.pairs().subList(0, 4)) {
            assertThat(pair(scene.rotate(pair.refreshToken()))).isEmpty();
        }
        scene.assertNothingLives();
    }

    @InBothStorages
    void theLoopLogsOutThoseWhoseAccessTokensEndedToo(Storage storage) {
        TokenFixture scene = scene(storage).issued(2);
        clock().advance(Duration.ofDays(1));
        scene.accessMembers().forEach(jti -> blacklist(scene, jti));
        assertThat(scene.accessMembers()).isNotEmpty();
        for (Pair pair : scene.pairs().subList(0, 2)) {
            assertThat(pair(scene.rotate(pair.refreshToken()))).isEmpty();
        }
        scene.assertNothingLives();
    }

    @InBothStorages
    void aHandMadeInstantEndsWhatWasIssuedBefore(Storage storage) {
        TokenFixture scene = scene(storage).issued(1);
        clock().advance(Duration.ofMinutes(1));
        long now = clock().instant().getEpochSecond();
        scene.byHand(batch -> batch.put(scene.invalidBefore(), Long.toString(now), Expiry.after(SETS_LIFE)));
        scene.assertDead(scene.first());
        assertThat(scene.rotate(scene.firstToken())).isNotInstanceOf(Rotation.Rotated.class);
        assertThat(scene.tokens().list(scene.user())).isEmpty();
        clock().advance(SECOND);
        Pair later = scene.issue();
        scene.assertLives(later);
        scene.assertDead(scene.first());
        scene.assertWhole();
    }

    @InBothStorages
    void anIdAddedByHandIsEndedWithTheRest(Storage storage) {
        TokenFixture scene = scene(storage).issued(1);
        scene.byHand(batch -> batch.setAdd(scene.accessSet(), Bytes.of("abcd-jti-" + scene.user())));
        scene.tokens().endAll(scene.user());
        assertThat(scene.accessMembers()).isEmpty();
        scene.assertNothingLives();
    }
}
