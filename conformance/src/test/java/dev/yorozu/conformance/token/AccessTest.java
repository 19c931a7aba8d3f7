package dev.yorozu.conformance.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.yorozu.conformance.InBothStorages;
import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.jwt.Verification;
import dev.yorozu.jwt.Verification.Reason;
import dev.yorozu.secret.Storage;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.testkit.FaultyStore;
import dev.yorozu.store.testkit.FaultyStore.Fault;
import dev.yorozu.token.Access;
import dev.yorozu.token.AccessTokens;
import dev.yorozu.token.Pair;
import dev.yorozu.token.Standing;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Access tokens are let in while their login lives, and never longer: one signature, one question to the store. */
@OnEveryStore(heldClock = true)
final class AccessTest extends TokenSuite {
    private static void assertRefused(TokenFixture scene, Access access, Reason reason) {
        AccessTokens tokens = scene.accessTokens(scene.store());
        assertThat(tokens.verify(scene.signed(access))).isEqualTo(Verification.invalid(reason));
    }

    @InBothStorages
    void aCheckAsksTheStoreOnceAndNonsenseNever(Storage storage) {
        TokenFixture scene = scene(storage).issued(1);
        FaultyStore counting = FaultyStore.counting(store());
        AccessTokens tokens = scene.accessTokens(counting);
        assertThat(tokens.verify(scene.signed(scene.first().access()))).isInstanceOf(Verification.Valid.class);
        assertThat(counting.calls()).isEqualTo(1);
        assertThat(tokens.verify(scene.firstToken())).isInstanceOf(Verification.Invalid.class);
        assertThat(tokens.verify("")).isInstanceOf(Verification.Invalid.class);
        assertThat(counting.calls()).isEqualTo(1);
    }

    @InBothStorages
    void aRetryWithinTheGraceGetsTheVerySameAccessToken(Storage storage) {
        TokenFixture scene = scene(storage).issued(1);
        Pair next = rotated(scene.rotate(scene.firstToken()));
        clock().advance(Duration.ofSeconds(5));
        Pair again = repeated(scene.rotate(scene.firstToken()));
        assertThat(scene.signed(again.access())).isEqualTo(scene.signed(next.access()));
    }

    @InBothStorages
    void theAccessTokensOfAnEndedLoginAreRefusedUntilTheirEndAndSkew(Storage storage) {
        TokenFixture scene = scene(storage).issued(2);
        Access ended = scene.first().access();
        Access other = scene.pairs().get(1).access();
        scene.tokens().end(scene.firstToken(), scene.user());
        assertRefused(scene, ended, Reason.REVOKED);
        clock().set(ended.endsAt().plus(SKEW).minus(MOMENT));
        assertRefused(scene, ended, Reason.REVOKED);
        assertThat(scene.accessTokens(store()).verify(scene.signed(other))).isInstanceOf(Verification.Valid.class);
        clock().advance(MOMENT);
        assertRefused(scene, ended, Reason.EXPIRED);
    }

    @InBothStorages
    void eachWayToBeRefusedIsTold(Storage storage) {
        TokenFixture scene = scene(storage).issued(3);
        Access first = scene.first().access();
        scene.accessTokens(store()).revoke(first.id(), first.endsAt());
        assertRefused(scene, first, Reason.REVOKED);
        assertLife(
                TokenFixture.revoked(first.id()),
                Duration.between(clock().instant(), first.endsAt()).plus(SKEW));
        assertThat(store().get(TokenFixture.revoked(first.id())).map(Bytes::text))
                .hasValue("1");
        Access second = scene.pairs().get(1).access();
        scene.byHand(batch -> batch.setRemove(scene.accessSet(), Bytes.of(second.id())));
        assertRefused(scene, second, Reason.UNKNOWN);
        Access third = scene.pairs().get(2).access();
        String later = Long.toString(third.issuedAt().getEpochSecond() + 1);
        scene.byHand(batch -> batch.put(scene.invalidBefore(), later, Expiry.after(SETS_LIFE)));
        assertRefused(scene, third, Reason.INVALIDATED);
    }

    @InBothStorages
    void operatorsAreToldTheSame(Storage storage) {
        TokenFixture scene = scene(storage).issued(1);
        Access access = scene.first().access();
        AccessTokens tokens = scene.accessTokens(store());
        assertThat(tokens.standing(access.id(), scene.user(), access.issuedAt()))
                .isEqualTo(new Standing.Live());
        assertThat(tokens.standing("abcd-jti-" + scene.user(), scene.user(), access.issuedAt()))
                .isEqualTo(new Standing.Revoked(Reason.UNKNOWN));
        scene.tokens().endAll(scene.user());
        assertThat(tokens.standing(access.id(), scene.user(), access.issuedAt()))
                .isInstanceOf(Standing.Revoked.class);
        assertThat(tokens.standing(access.id(), scene.user(), access.issuedAt().minus(SECOND)))
                .isInstanceOf(Standing.Revoked.class);
    }

    @Test
    void theTokenOfOneUserIsNoneOfAnother() {
        TokenFixture mine = scene(Storage.DOCUMENTED).issued(1);
        TokenFixture theirs = scene(Storage.DOCUMENTED).issued(1);
        assertRefused(mine, theirs.first().access(), Reason.UNKNOWN);
    }

    @InBothStorages
    void whoCannotAskLetsNobodyIn(Storage storage) {
        TokenFixture scene = scene(storage).issued(1);
        String token = scene.signed(scene.first().access());
        AccessTokens tokens = scene.accessTokens(FaultyStore.failing(store(), Fault.REFUSED, 1));
        assertThatThrownBy(() -> tokens.verify(token)).isInstanceOf(StoreException.class);
    }

    @InBothStorages
    void aSecondThatIsNoNumberLetsNobodyIn(Storage storage) {
        TokenFixture scene = scene(storage).issued(1);
        scene.byHand(batch -> batch.put(scene.invalidBefore(), "yesterday", Expiry.after(SETS_LIFE)));
        assertRefused(scene, scene.first().access(), Reason.INVALIDATED);
        assertThat(scene.refreshLives(scene.firstToken())).isFalse();
        assertThat(pair(scene.rotate(scene.firstToken()))).isEmpty();
        scene.tokens().endAll(scene.user());
        Pair later = scene.issue();
        scene.assertLives(later);
        scene.assertWhole();
    }
}
