package dev.yorozu.server.systems.tokens;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.yorozu.account.Account;
import dev.yorozu.jwt.SigningKey;
import dev.yorozu.jwt.SigningKeys;
import dev.yorozu.secret.Storage;
import dev.yorozu.server.Answer;
import dev.yorozu.server.config.SettingsException;
import dev.yorozu.store.backend.Limits;
import dev.yorozu.store.backend.StoreObserver;
import dev.yorozu.store.memory.MemoryStore;
import dev.yorozu.store.testkit.HeldClock;
import java.nio.charset.StandardCharsets;
import java.security.KeyPairGenerator;
import java.security.interfaces.RSAPrivateCrtKey;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What operators set takes effect. */
class SettingsTest {
    private final HeldClock clock = HeldClock.start();

    @Test
    void withoutAGraceEveryReuseEndsTheLogin() throws Exception {
        try (TokenSite site = TokenSite.of(clock, Storage.DOCUMENTED, Map.of("systems.tokens.graceSeconds", "0"))) {
            App app = site.app(site.user());
            App twin = app.copy();
            app.refresh().isOk();
            clock.advance(Duration.ofMillis(1));

            twin.refresh().isError(401);
            assertThat(app.isIn()).isFalse();
        }
    }

    @Test
    void livesAndTheMostOfAUserAreSet() throws Exception {
        try (TokenSite site = TokenSite.of(
                clock,
                Storage.DOCUMENTED,
                Map.of(
                        "systems.tokens.maxRefreshPerUser", "1",
                        "systems.tokens.jwt.life", "1m",
                        "systems.tokens.refresh.life", "2h"))) {
            Account user = site.user();
            App first = site.app(user);
            App second = site.app(user);

            assertThat(first.isIn()).isFalse();
            assertThat(second.get(App.VERIFY).json().get("expiresIn").asInt()).isEqualTo(60);
            clock.advance(Duration.ofMinutes(2));
            assertThat(second.isIn()).isFalse();
            second.refresh().isOk();
            clock.advance(Duration.ofHours(2).plusSeconds(1));
            second.refresh().isError(401);
        }
    }

    @Test
    void accessTokensMustNotOutliveTheirLogin() {
        assertThatThrownBy(() -> TokenSite.of(
                        clock,
                        Storage.DOCUMENTED,
                        Map.of("systems.tokens.jwt.life", "10m", "systems.tokens.refresh.life", "5m")))
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining("systems.tokens.jwt.life");
    }

    @Test
    void theSystemCanBeMovedToTheOrigin() throws Exception {
        try (TokenSite site = TokenSite.of(clock, Storage.DOCUMENTED, Map.of("systems.tokens.mount", "/"))) {
            assertThat(site.server().get("/api/profile").statusCode()).isEqualTo(401);
            assertThat(site.server().get("/api/profile").body()).startsWith("{\"statusCode\":401,");
            assertThat(site.server().get("/api/nothing").body()).startsWith("{\"statusCode\":404,");
            assertThat(site.server().get("/healthz").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void signInsAndRefreshesAreLimitedByAddress() throws Exception {
        try (TokenSite site = TokenSite.of(
                clock,
                Storage.DOCUMENTED,
                Map.of("systems.tokens.rates.login", "3", "systems.tokens.rates.refresh", "3"))) {
            App app = site.app();
            for (int i = 0; i < 3; i++) {
                app.post(App.LOGIN, "{}").isError(400);
                app.post(App.REFRESH, "{}").isError(400);
            }
            assertThat(app.post(App.LOGIN, "{}").isError(429).header("Retry-After"))
                    .isNotEmpty();
            app.post(App.REFRESH, "{}").isError(429);
            site.app().post(App.LOGIN, "{}").isError(400);
        }
    }

    @Test
    void publicKeysArePublishedAndPrivateOnesAreNot() throws Exception {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(2048);
        SigningKey rsa =
                SigningKey.rs256((RSAPrivateCrtKey) generator.generateKeyPair().getPrivate());
        SigningKeys keys = new SigningKeys(rsa, List.of(SigningKey.hs256(TokenSite.SECRET)));
        InstantSource now = InstantSource.system();
        try (TestDirectory directory = new TestDirectory(now);
                TokenSite site = new TokenSite(
                        new MemoryStore(now, Limits.DEFAULT, StoreObserver.NONE),
                        directory,
                        keys,
                        now,
                        Storage.DOCUMENTED,
                        Map.of())) {
            App app = site.app(site.user());
            Answer answer = app.get("/.well-known/jwks.json").isOk();
            JsonNode published = answer.json().get("keys");

            assertThat(published).hasSize(1);
            assertThat(published.get(0).get("kty").asString()).isEqualTo("RSA");
            assertThat(published.get(0).get("kid").asString()).isEqualTo(rsa.name());
            assertThat(published.get(0).has("d")).isFalse();
            assertThat(published.get(0).has("p")).isFalse();
            assertThat(answer.header("Cache-Control")).contains("max-age=");
            assertThat(app.isIn()).isTrue();
            assertThat(new String(Base64.getUrlDecoder().decode(app.access().split("\\.")[0]), StandardCharsets.UTF_8))
                    .contains("RS256");
        }
    }
}
