package dev.yorozu.conformance.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.jwt.Verification.Reason;
import dev.yorozu.secret.Storage;
import dev.yorozu.session.Session;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Key;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.testkit.FaultyStore;
import dev.yorozu.store.testkit.FaultyStore.Fault;
import dev.yorozu.token.Access;
import dev.yorozu.token.AccessTokens;
import dev.yorozu.token.Authentication;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Access tokens are let in while their login lives, and never longer: one signature, one question to the store. */
@OnEveryStore(heldClock = true)
final class ChecksTest extends TokenSuite {

    @OfEveryLineage(logins = 1)
    void aCheckAsksTheStoreOnceAndNonsenseNever(LineageFixture user) {
        FaultyStore counting = FaultyStore.counting(store());
        AccessTokens tokens = user.accessTokens(counting);
        Optional<Session> session =
                granted(tokens.check(user.first().accessToken())).session();
        assertThat(session.flatMap(Session::sid))
                .isEqualTo(user.first().session().flatMap(Session::sid));
        assertThat(counting.trips()).isEqualTo(1);
        for (String none :
                List.of(user.firstToken(), "", "nonsense", user.first().accessToken() + "x")) {
            assertThat(tokens.check(none)).isInstanceOf(Authentication.Denied.class);
        }
        assertThat(counting.trips()).isEqualTo(1);
    }

    @OfEveryLineage
    void theAccessTokensOfAnEndedLoginAreRefusedUntilTheirEndAndSkew(LineageFixture user, LineageFixture other) {
        String ended = user.issued(2).first().accessToken();
        String bystander = other.issue().accessToken();
        user.end(user.first());
        user.assertEndedWith(user.first());
        if (user.kind != LineageKind.SESSION || user.storage == Storage.HARDENED) {
            Reason reason = user.kind == LineageKind.LEDGER ? Reason.REVOKED : Reason.UNKNOWN;
            assertThat(user.check(ended)).isEqualTo(denied(reason));
        }
        clock().advance(ACCESS_LIFE.plus(SKEW).minus(SECOND).minus(MOMENT));
        assertThat(user.check(ended)).isInstanceOf(Authentication.Denied.class);
        assertThat(user.check(ended)).isNotEqualTo(denied(Reason.EXPIRED));
        granted(other.check(bystander));
        clock().advance(MOMENT);
        assertThat(user.check(ended)).isEqualTo(denied(Reason.EXPIRED));
    }

    @OfEveryLineage(logins = 1)
    void whoCannotAskLetsNobodyIn(LineageFixture user) {
        AccessTokens tokens = user.accessTokens(FaultyStore.failing(store(), Fault.REFUSED, 1));
        assertThatThrownBy(() -> tokens.check(user.first().accessToken())).isInstanceOf(StoreException.class);
    }

    @OfEveryLineage(logins = 1)
    void aRevokedAccessTokenIsBlacklistedForTheRestOfItsLife(LedgerFixture user) {
        Access access = access(user.first());
        Key revoked = LedgerFixture.revoked(user.first());
        user.accessTokens(store()).revoke(access.id(), access.endsAt());
        assertThat(user.check(access)).isEqualTo(denied(Reason.REVOKED));
        assertLife(revoked, Duration.between(clock().instant(), access.endsAt()).plus(SKEW));
        assertThat(store().get(revoked)).hasValue(Bytes.of("1"));
    }

    @OfEveryLineage(logins = 1)
    void theTokenOfOneUserIsNoneOfAnother(LedgerFixture mine, LedgerFixture theirs) {
        assertThat(mine.check(access(theirs.first()))).isEqualTo(denied(Reason.UNKNOWN));
    }

    @OfEveryLineage(logins = 1)
    void aSecondThatIsNoNumberLetsNobodyIn(LedgerFixture user) {
        user.put(user.invalidBefore, "yesterday");
        assertThat(user.check(access(user.first()))).isEqualTo(denied(Reason.INVALIDATED));
        user.assertSpent(user.firstToken());
        user.assertRefused(user.first());
        user.endAll();
        user.assertLives(user.issue());
        user.assertWhole();
    }
}
