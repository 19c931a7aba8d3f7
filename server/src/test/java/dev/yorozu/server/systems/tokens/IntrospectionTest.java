package dev.yorozu.server.systems.tokens;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.account.Account;
import dev.yorozu.secret.Storage;
import dev.yorozu.server.oauth.Program;
import dev.yorozu.store.testkit.HeldClock;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tools.jackson.databind.JsonNode;

/** What programs are told of the tokens of this system, and how they revoke them. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class IntrospectionTest {
    private final HeldClock clock = HeldClock.start();
    private final TokenSite site = TokenSite.of(clock, Storage.HARDENED);
    private final Program resource = program("tokens:introspect");
    private final Program revoker = program("tokens:*");

    private Program program(String... scopes) {
        return Program.at(site.server(), site.store(), "/tokens", scopes);
    }

    @AfterAll
    void close() {
        site.close();
    }

    @Test
    void anAccessTokenIsDescribedByOneQuestionToTheStore() throws Exception {
        Account user = site.user();
        App app = site.app(user);
        resource.active(app.access());
        long trips = site.store().trips();
        JsonNode active = resource.active(app.access());

        assertThat(site.store().trips() - trips).isEqualTo(1);
        assertThat(active.get("sub").asString()).isEqualTo(user.user());
        assertThat(active.get("username").asString()).isEqualTo(user.username());
        assertThat(active.get("scope").asString()).isEqualTo("user");
        assertThat(active.get("iss").asString()).isEqualTo(TokenSite.ISSUER);
        assertThat(active.get("aud").asString()).isEqualTo(TokenSite.AUDIENCE);
        assertThat(active.has("jti")).isTrue();
        assertThat(active.toString()).doesNotContain(app.access(), user.email());
    }

    @Test
    void whateverEndsATokenIsSeenByTheNextQuestion() throws Exception {
        Account user = site.user();
        App app = site.app(user);
        resource.active(app.access());
        site.directory().enable(user.id(), false);
        resource.findsInactive(app.access());
        revoker.findsInactive(app.refreshToken());
        site.directory().enable(user.id(), true);
        resource.active(app.access());
        site.tokens().endAll(user.user());
        resource.findsInactive(app.access());
    }

    @Test
    void aRefreshTokenIsShownOnlyToThoseWhoMayAskAboutThem() throws Exception {
        App app = site.app(site.user());
        String first = app.refreshToken();
        resource.findsInactive(first);
        JsonNode active = revoker.active(first);
        assertThat(active.has("token_type")).isFalse();
        assertThat(active.toString()).doesNotContain(first);
        app.refresh().isOk();
        revoker.findsInactive(first);
        revoker.active(app.refreshToken());
    }

    @Test
    void aRefreshTokenEndsItsLoginWithTheAccessTokensAndAnAccessTokenGoesAlone() throws Exception {
        Account user = site.user();
        App app = site.app(user);
        App other = site.app(user);
        revoker.revoke(app.refreshToken()).isOk();
        resource.findsInactive(app.access());
        revoker.findsInactive(app.refreshToken());
        app.refresh().isError(401);
        resource.active(other.access());

        revoker.revoke(other.access()).isOk();
        resource.findsInactive(other.access());
        other.get(App.VERIFY).isError(401);
    }
}
