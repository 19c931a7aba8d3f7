package dev.yorozu.conformance.oauth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.conformance.Suite;
import dev.yorozu.oauth.Claim;
import dev.yorozu.oauth.Handovers;
import dev.yorozu.secret.Storage;
import dev.yorozu.session.Session;
import dev.yorozu.store.testkit.Race;
import dev.yorozu.store.testkit.Rounds;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Sessions between the callback and the app that claims them. */
@OnEveryStore
final class HandoversTest extends Suite {
    private static final String BRIDGE = "the-claim-token";

    private SignInFixture signingIn(Storage storage) {
        return new SignInFixture(store(), storage);
    }

    /** Offers a session and gives the state that it waits under. */
    private static String offer(SignInFixture signingIn, Session session) {
        String state = signingIn.random.base64url(16);
        String sid = session.sid().orElseThrow();
        signingIn.handovers().offer(state, new Handovers.Offer(sid, session.user(), "pwa", Handovers.digest(BRIDGE)));
        return state;
    }

    @ParameterizedTest
    @EnumSource
    void ofManyClaimsExactlyOneGetsTheSession(Storage storage) throws Exception {
        SignInFixture signingIn = signingIn(storage);
        Session session = signingIn.session(Duration.ofDays(7));
        for (int round = 0; round < Rounds.of(5); round++) {
            String state = offer(signingIn, session);
            List<Claim> claims = Race.run(16, () -> signingIn.handovers().claim(state, BRIDGE, "pwa"));
            assertThat(claims.stream().filter(Claim.Claimed.class::isInstance))
                    .containsExactly(new Claim.Claimed(session.sid().orElseThrow()));
            assertThat(claims)
                    .allMatch(claim -> claim instanceof Claim.Claimed
                            || claim instanceof Claim.AlreadyClaimed
                            || claim instanceof Claim.Missing);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aWrongTokenChangesNothing(Storage storage) {
        SignInFixture signingIn = signingIn(storage);
        Session session = signingIn.session(Duration.ofDays(7));
        String state = offer(signingIn, session);
        assertThat(signingIn.handovers().claim(state, "another", "pwa")).isEqualTo(new Claim.WrongToken());
        assertThat(signingIn.handovers().claim(state, BRIDGE, "pwa")).isInstanceOf(Claim.Claimed.class);
        assertThat(signingIn.handovers().claim(state, BRIDGE, "pwa")).isEqualTo(new Claim.Missing());
        assertThat(signingIn.store.get(signingIn.handover(state))).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void whatWasOfferedForSomethingElseStaysWhereItIs(Storage storage) {
        SignInFixture signingIn = signingIn(storage);
        String state = offer(signingIn, signingIn.session(Duration.ofDays(7)));
        assertThat(signingIn.handovers().claim(state, BRIDGE, "browser")).isEqualTo(new Claim.WrongToken());
        assertThat(signingIn.handovers().claim(state, BRIDGE, "pwa")).isInstanceOf(Claim.Claimed.class);
    }

    @ParameterizedTest
    @EnumSource
    void aSessionThatHasEndedCannotBeClaimed(Storage storage) {
        SignInFixture signingIn = signingIn(storage);
        Session session = signingIn.session(Duration.ofDays(7));
        String state = offer(signingIn, session);
        signingIn.sessions.end(session.sid().orElseThrow());
        assertThat(signingIn.handovers().claim(state, BRIDGE, "pwa")).isEqualTo(new Claim.Expired());
        assertThat(signingIn.store.get(signingIn.handover(state))).isEmpty();
    }

    @Test
    void documentedTheRecordIsAsTheOriginalWroteIt() {
        SignInFixture signingIn = signingIn(Storage.DOCUMENTED);
        Session session = signingIn.session(Duration.ofDays(7));
        String state = offer(signingIn, session);
        assertThat(signingIn.store.get(signingIn.handover(state)).orElseThrow().text())
                .matches(
                        "\\{\"sid\":\"" + session.sid().orElseThrow() + "\",\"userId\":\"" + signingIn.user
                                + "\",\"loginContext\":\"pwa\",\"issuedAt\":\\d{13},\"claimTokenDigest\":\"[A-Za-z0-9+/]{43}=\"}");
    }

    @Test
    void hardenedTheStoreHoldsNeitherTheStateNorTheSid() {
        SignInFixture signingIn = signingIn(Storage.HARDENED);
        Session session = signingIn.session(Duration.ofDays(7));
        String state = offer(signingIn, session);
        assertThat(signingIn.handover(state).name()).doesNotContain(state);
        assertThat(signingIn.store.get(signingIn.handover(state)).orElseThrow().text())
                .doesNotContain(state, session.sid().orElseThrow());
    }
}
