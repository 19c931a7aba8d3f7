package dev.yorozu.server.systems.users;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.yorozu.account.Account;
import dev.yorozu.jwt.SigningKey;
import dev.yorozu.secret.Storage;
import dev.yorozu.server.Answer;
import dev.yorozu.server.config.SettingsException;
import dev.yorozu.store.testkit.HeldClock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What operators set takes effect, and keys are exchanged under those who hold tokens. */
class SettingsTest {
    private final HeldClock clock = HeldClock.start();

    @Test
    void keysAreExchangedWithoutSigningAnybodyOut() throws Exception {
        try (UsersSite site = UsersSite.of(clock, Storage.DOCUMENTED)) {
            Account user = site.user();
            UserApp before = site.app(user);
            SigningKey newest = site.rotate();
            UserApp after = site.app(user);
            Answer answer = after.get("/.well-known/jwks.json").isOk();
            JsonNode keys = answer.json().get("keys");

            assertThat(answer.header("Cache-Control")).isEqualTo("public, max-age=300");
            assertThat(keys).hasSize(2);
            assertThat(keys.get(0).get("kid").asString()).isEqualTo(newest.name());
            assertThat(keys.get(1).get("kid").asString())
                    .isEqualTo(UserApp.header(before.access()).text("kid").orElseThrow());
            keys.forEach(key -> {
                assertThat(key.get("kty").asString()).isEqualTo("RSA");
                assertThat(key.get("alg").asString()).isEqualTo("RS256");
                assertThat(key.has("d")).isFalse();
            });
            assertThat(UserApp.header(after.access()).text("kid")).contains(newest.name());
            assertThat(before.isIn()).isTrue();
            before.refresh().isOk();
            assertThat(UserApp.header(before.access()).text("kid")).contains(newest.name());
            assertThat(before.isIn()).isTrue();
        }
    }

    @Test
    void withoutAGraceEveryReuseEndsAllSessions() throws Exception {
        try (UsersSite site = UsersSite.of(clock, Storage.DOCUMENTED, Map.of("systems.users.graceSeconds", "0"))) {
            UserApp app = site.app(site.user());
            String spent = app.refreshToken();
            app.refresh().isOk();
            clock.advance(Duration.ofMillis(1));

            app.refresh(spent).isError(401, "Security violation: Token already used");
            assertThat(app.isIn()).isFalse();
        }
    }

    @Test
    void livesAndTheMostOfAUserAreSet() throws Exception {
        try (UsersSite site = UsersSite.of(
                clock,
                Storage.DOCUMENTED,
                Map.of(
                        "systems.users.session.maxPerUser", "1",
                        "systems.users.session.idle", "1d",
                        "systems.users.jwt.life", "1m",
                        "systems.users.refresh.life", "2h"))) {
            Account user = site.user();
            UserApp first = site.app(user);
            UserApp second = site.app();
            Answer answer = second.login(user.email(), UsersSite.PASSWORD).isOk();

            assertThat(answer.json().get("expires_in").asInt()).isEqualTo(60);
            assertThat(first.isIn()).isFalse();
            clock.advance(Duration.ofMinutes(2));
            assertThat(second.isIn()).isFalse();
            second.refresh().isOk();
            clock.advance(Duration.ofHours(2).plusSeconds(31));
            second.refresh().isError(401);
        }
    }

    @Test
    void livesThatContradictEachOtherStopTheStart() {
        for (Map<String, String> wrong : List.of(
                Map.of("systems.users.jwt.life", "30m", "systems.users.refresh.life", "20m"),
                Map.of("systems.users.refresh.life", "40d"),
                Map.of("systems.users.jwt.life", "1h", "systems.users.refresh.absoluteLife", "30m"))) {
            assertThatThrownBy(() -> UsersSite.of(clock, Storage.DOCUMENTED, wrong))
                    .isInstanceOf(SettingsException.class)
                    .hasMessageContaining("must not be longer than systems.users.refresh.");
        }
    }

    @Test
    void anAudienceThatIsTheIssuerStopsTheStart() {
        assertThatThrownBy(() -> UsersSite.of(
                        clock, Storage.DOCUMENTED, Map.of("systems.users.jwt.audience", "https://auth.example.com")))
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining("Setting systems.users.jwt.audience must differ from systems.users.jwt.issuer");
    }

    @Test
    void aSessionEndsWithItsAbsoluteLifeHoweverBusy() throws Exception {
        try (UsersSite site =
                UsersSite.of(clock, Storage.DOCUMENTED, Map.of("systems.users.refresh.absoluteLife", "1h"))) {
            UserApp app = site.app(site.user());
            for (int i = 0; i < 5; i++) {
                clock.advance(Duration.ofMinutes(11));
                app.refresh().isOk();
            }
            clock.advance(Duration.ofMinutes(6));

            app.refresh().isError(401);
            assertThat(app.isIn()).isFalse();
        }
    }

    @Test
    void theSystemCanBeMovedToTheOrigin() throws Exception {
        try (UsersSite site = UsersSite.of(clock, Storage.DOCUMENTED, Map.of("systems.users.mount", "/"))) {
            assertThat(site.server().get("/auth/me").statusCode()).isEqualTo(401);
            assertThat(site.server().get("/api/v1/auth/me").body()).isEqualTo("{\"detail\":\"Not authenticated\"}");
        }
    }

    @Test
    void signingUpCanBeClosed() throws Exception {
        try (UsersSite site = UsersSite.of(clock, Storage.DOCUMENTED, Map.of("systems.users.signup", "closed"))) {
            site.app()
                    .signUp(UsersSite.email(), UsersSite.PASSWORD)
                    .isError(403, "Signup is closed here: ask an operator for an account.");
            site.app().login(site.user().email(), UsersSite.PASSWORD).isOk();
        }
    }

    @Test
    void whatCostsIsLimitedByAddress() throws Exception {
        try (UsersSite site = UsersSite.of(
                clock,
                Storage.DOCUMENTED,
                Map.of(
                        "systems.users.rates.signup", "3",
                        "systems.users.rates.login", "3",
                        "systems.users.rates.refresh", "3"))) {
            UserApp app = site.app();
            for (String path : List.of(UserApp.SIGNUP, UserApp.LOGIN, UserApp.REFRESH)) {
                for (int i = 0; i < 3; i++) {
                    app.post(path, "{}").isError(400);
                }
                Answer refused = app.post(path, "{}").isError(429);
                assertThat(refused.text("detail"))
                        .isEqualTo("Rate limit exceeded. Try again in " + refused.header("Retry-After") + " seconds.");
                site.app().post(path, "{}").isError(400);
            }
        }
    }
}
