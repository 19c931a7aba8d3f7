package dev.yorozu.conformance.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.yorozu.conformance.InBothStorages;
import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.jwt.Verification.Reason;
import dev.yorozu.secret.Storage;
import dev.yorozu.session.Session;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.testkit.FaultyStore;
import dev.yorozu.store.testkit.FaultyStore.Fault;
import dev.yorozu.token.Access;
import dev.yorozu.token.AccessTokens;
import dev.yorozu.token.Authentication;
import dev.yorozu.token.Issued;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Access tokens are let in while their login lives, and never longer: one signature, one question to the store. */
@OnEveryStore(heldClock = true)
final class ChecksTest extends TokenSuite {
    private static void assertRefused(LedgerFixture scene, Access access, Reason reason) {
        AccessTokens tokens = scene.accessTokens(scene.store());
        assertThat(tokens.check(scene.signed(access))).isEqualTo(new Authentication.Denied(reason));
    }

    @OfEveryLineage
    void aCheckAsksTheStoreOnceAndNonsenseNever(LineageKind kind, Storage storage) {
        LineageFixture scene = scene(kind, storage).issued(1);
        FaultyStore counting = FaultyStore.counting(store());
        AccessTokens tokens = scene.accessTokens(counting);
        assertThat(tokens.check(scene.first().accessToken()))
                .isInstanceOfSatisfying(
                        Authentication.Granted.class,
                        granted -> assertThat(granted.session().flatMap(Session::sid))
                                .isEqualTo(scene.first().session().flatMap(Session::sid)));
        assertThat(counting.trips()).isEqualTo(1);
        for (String none :
                List.of(scene.firstToken(), "", "nonsense", scene.first().accessToken() + "x")) {
            assertThat(tokens.check(none)).isInstanceOf(Authentication.Denied.class);
        }
        assertThat(counting.trips()).isEqualTo(1);
    }

    @OfEveryLineage
    void theAccessTokensOfAnEndedLoginAreRefusedUntilTheirEndAndSkew(LineageKind kind, Storage storage) {
        LineageFixture scene = scene(kind, storage).issued(2);
        LineageFixture other = scene(kind, storage);
        Issued bystander = other.issue();
        AccessTokens tokens = scene.accessTokens(store());
        String ended = scene.first().accessToken();
        scene.end(store(), scene.first());
        scene.assertEndedWith(scene.first());
        Reason reason = kind == LineageKind.LEDGER ? Reason.REVOKED : Reason.UNKNOWN;
        if (kind != LineageKind.SESSION || storage == Storage.HARDENED) {
            assertThat(tokens.check(ended)).isEqualTo(new Authentication.Denied(reason));
        }
        clock().advance(ACCESS_LIFE.plus(SKEW).minus(SECOND).minus(MOMENT));
        assertThat(tokens.check(ended)).isInstanceOf(Authentication.Denied.class);
        assertThat(tokens.check(ended)).isNotEqualTo(new Authentication.Denied(Reason.EXPIRED));
        assertThat(other.accessTokens(store()).check(bystander.accessToken()))
                .isInstanceOf(Authentication.Granted.class);
        clock().advance(MOMENT);
        assertThat(tokens.check(ended)).isEqualTo(new Authentication.Denied(Reason.EXPIRED));
    }

    @OfEveryLineage
    void whoCannotAskLetsNobodyIn(LineageKind kind, Storage storage) {
        LineageFixture scene = scene(kind, storage).issued(1);
        for (Fault fault : Fault.values()) {
            AccessTokens tokens = scene.accessTokens(FaultyStore.failing(store(), fault, 1));
            assertThatThrownBy(() -> tokens.check(scene.first().accessToken())).isInstanceOf(StoreException.class);
        }
    }

    @InBothStorages
    void eachWayToBeRefusedIsTold(Storage storage) {
        LedgerFixture scene = scene(storage).issued(3);
        Access first = access(scene.first());
        scene.accessTokens(store()).revoke(first.id(), first.endsAt());
        assertRefused(scene, first, Reason.REVOKED);
        assertLife(
                LedgerFixture.revoked(first.id()),
                Duration.between(clock().instant(), first.endsAt()).plus(SKEW));
        assertThat(store().get(LedgerFixture.revoked(first.id())).map(Bytes::text))
                .hasValue("1");
        Access second = access(scene.pair(1));
        scene.byHand(batch -> batch.setRemove(scene.accessSet(), Bytes.of(second.id())));
        assertRefused(scene, second, Reason.UNKNOWN);
        Access third = access(scene.pair(2));
        String later = Long.toString(third.issuedAt().getEpochSecond() + 1);
        scene.byHand(batch -> batch.put(scene.invalidBefore(), later, Expiry.after(SETS_LIFE)));
        assertRefused(scene, third, Reason.INVALIDATED);
    }

    @Test
    void theTokenOfOneUserIsNoneOfAnother() {
        LedgerFixture mine = scene(Storage.DOCUMENTED).issued(1);
        LedgerFixture theirs = scene(Storage.DOCUMENTED).issued(1);
        assertRefused(mine, access(theirs.first()), Reason.UNKNOWN);
    }

    @InBothStorages
    void aSecondThatIsNoNumberLetsNobodyIn(Storage storage) {
        LedgerFixture scene = scene(storage).issued(1);
        scene.byHand(batch -> batch.put(scene.invalidBefore(), "yesterday", Expiry.after(SETS_LIFE)));
        assertRefused(scene, access(scene.first()), Reason.INVALIDATED);
        scene.assertSpent(scene.firstToken());
        scene.assertRefused(scene.firstToken());
        scene.endAll();
        Issued later = scene.issue();
        scene.assertLives(later);
        scene.assertWhole();
    }
}
