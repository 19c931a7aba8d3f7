package dev.yorozu.conformance.oauth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.conformance.Suite;
import dev.yorozu.json.Document;
import dev.yorozu.oauth.Authorizations;
import dev.yorozu.oauth.Authorizations.Consumed;
import dev.yorozu.secret.Storage;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Life;
import dev.yorozu.store.testkit.Poll;
import dev.yorozu.store.testkit.Race;
import dev.yorozu.store.testkit.Rounds;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Sign-ins between start and callback. */
@OnEveryStore
final class AuthorizationsTest extends Suite {
    private static final Document EXTRAS = Document.empty()
            .with("loginContext", "pwa")
            .with("returnTo", "/gacha")
            .with("nonce", "n-once");

    private SignInFixture signingIn(Storage storage) {
        return new SignInFixture(store(), storage);
    }

    @ParameterizedTest
    @EnumSource
    void ofManyCallbacksWithOneStateExactlyOneGoesOn(Storage storage) throws Exception {
        Authorizations authorizations = signingIn(storage).authorizations();
        for (int round = 0; round < Rounds.of(5); round++) {
            Authorizations.Started started = authorizations.begin(EXTRAS);
            List<Optional<Consumed>> callbacks = Race.run(32, () -> authorizations.consume(started.state()));
            assertThat(callbacks.stream().flatMap(Optional::stream))
                    .containsExactly(new Consumed(started.pkce(), EXTRAS));
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatWasStartedIsKeptForTenMinutesAndGoneOnceConsumed(Storage storage) {
        SignInFixture signingIn = signingIn(storage);
        Authorizations.Started started = signingIn.authorizations().begin(EXTRAS);
        Life life = signingIn.store.remaining(signingIn.state(started.state())).orElseThrow();
        assertThat(((Life.Ends) life).left()).isBetween(Duration.ofMinutes(9), Duration.ofMinutes(10));
        assertThat(signingIn.authorizations().consume(started.state())).isPresent();
        assertThat(signingIn.store.get(signingIn.state(started.state()))).isEmpty();
        assertThat(signingIn.authorizations().consume(started.state())).isEmpty();
    }

    @Test
    void documentedTheRecordIsAsTheOriginalWroteIt() {
        SignInFixture signingIn = signingIn(Storage.DOCUMENTED);
        Authorizations.Started started =
                signingIn.authorizations().begin(Document.empty().with("returnTo", "/x"));
        assertThat(signingIn.store.get(signingIn.state(started.state())).map(Bytes::text))
                .hasValue("{\"verifier\":\"" + started.pkce().verifier() + "\",\"returnTo\":\"/x\"}");
    }

    @Test
    void hardenedTheStoreHoldsNoStateNoVerifierAndNoNonce() {
        SignInFixture signingIn = signingIn(Storage.HARDENED);
        Authorizations.Started started = signingIn.authorizations().begin(EXTRAS);
        assertThat(signingIn.state(started.state()).name()).doesNotContain(started.state());
        assertThat(signingIn
                        .store
                        .get(signingIn.state(started.state()))
                        .orElseThrow()
                        .text())
                .doesNotContain(started.state(), started.pkce().verifier(), "n-once");
    }

    @ParameterizedTest
    @EnumSource
    void aStateEndsWithItsLife(Storage storage) {
        SignInFixture signingIn = signingIn(storage);
        Authorizations authorizations = signingIn.authorizations(Duration.ofMillis(30));
        String state = authorizations.begin(EXTRAS).state();
        Poll.until(
                "the sign-in's life has passed",
                () -> signingIn.store.get(signingIn.state(state)).isEmpty());
        assertThat(authorizations.consume(state)).isEmpty();
    }
}
