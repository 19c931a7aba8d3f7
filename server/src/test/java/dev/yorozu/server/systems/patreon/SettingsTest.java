package dev.yorozu.server.systems.patreon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.yorozu.secret.Storage;
import dev.yorozu.server.Answer;
import dev.yorozu.server.boot.StandardSettings;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.config.SettingsException;
import dev.yorozu.server.config.SettingsReader;
import dev.yorozu.store.testkit.HeldClock;
import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What can be set, and what is said of what is not. */
class SettingsTest {
    private final HeldClock clock = HeldClock.start();

    private static Settings read(Map<String, String> environment) {
        return new SettingsReader(StandardSettings.schema())
                .withoutFile()
                .environment(environment)
                .read();
    }

    @Test
    void theDocumentedVariablesAreRead() {
        Settings settings = read(Map.of(
                "PATREON_CLIENT_ID", "id",
                "PATREON_CLIENT_SECRET", "secret",
                "PATREON_WEBHOOK_SECRET", "hook",
                "SUPABASE_URL", "https://project.supabase.co",
                "SUPABASE_SERVICE_KEY", "key",
                "JWT_SECRET", "0123456789abcdef0123456789abcdef"));

        assertThat(settings.value(PatreonSettings.CLIENT_ID)).isEqualTo("id");
        assertThat(settings.value(PatreonSettings.CLIENT_SECRET)).isEqualTo("secret");
        assertThat(settings.value(PatreonSettings.WEBHOOK_SECRET)).isEqualTo("hook");
        assertThat(settings.value(PatreonSettings.SUPABASE_URL)).isEqualTo(URI.create("https://project.supabase.co"));
        assertThat(settings.value(PatreonSettings.SUPABASE_SERVICE_KEY)).isEqualTo("key");
        assertThat(settings.value(PatreonSettings.JWT_SECRET)).isEqualTo("0123456789abcdef0123456789abcdef");
        assertThat(settings.value(PatreonSettings.API_URL)).isEqualTo(URI.create("https://www.patreon.com"));
        assertThat(settings.value(PatreonSettings.MOUNT)).isEqualTo("/patreon");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "apiUrl | http://patreon.example | must be an https address, or an http one on localhost.",
                "supabase.url | http://project.example | must be an https address, or an http one on localhost.",
                "redirectUris | /callback | must be absolute addresses without a fragment, none of plain http but on localhost, with commas between them.",
                "redirectUris | https://a.example/#x | must be absolute addresses without a fragment",
                "redirectUris | https://a.example/,mailto:x | must be absolute addresses without a fragment",
                "redirectUris | http://a.example/callback | must be absolute addresses without a fragment, none of plain http",
                "allowedOrigins | https://a.example/path | must be origins such as https://example.com",
                "allowedOrigins | https://a.example,* | must be origins such as https://example.com",
                "jwtSecret | short | must be a text of at least 32 bytes.",
                "campaignId | seven | must be the id of a Patreon campaign, in digits.",
                "graceSeconds | -1 | must be a whole number from 0 to 300.",
                "mount | patreon | must be a path such as /patreon, or / for none.",
                "rates.signIn | 0 | must be a whole number from 1 to 1000000."
            })
    void aWrongValueStopsTheStartWithOneSentence(String name, String value, String sentence) {
        assertThatThrownBy(() -> PatreonSite.settings(Map.of("systems.patreon." + name, value)))
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining("Setting systems.patreon." + name)
                .hasMessageContaining(sentence);
    }

    @Test
    void schemesOfProgramsOnADesktopAreRedirectedTo() {
        Settings settings = PatreonSite.settings(
                Map.of("systems.patreon.redirectUris", "baketa://patreon/callback, http://localhost:8080/callback"));
        assertThat(settings.value(PatreonSettings.REDIRECT_URIS))
                .containsExactly("baketa://patreon/callback", "http://localhost:8080/callback");
    }

    @Test
    void aProjectWithoutItsKeyStopsTheStart() {
        Settings settings = PatreonSite.settings(Map.of("systems.patreon.supabase.url", "https://p.supabase.co"));
        assertThatThrownBy(() -> PatreonSettings.check(settings))
                .isInstanceOf(SettingsException.class)
                .hasMessageStartingWith("Setting systems.patreon.supabase.serviceKey is missing");
    }

    @ParameterizedTest
    @CsvSource({"clientId", "clientSecret", "redirectUris"})
    void withoutItNobodyCanSignInAndIsToldWhy(String name) throws Exception {
        String setting = "systems.patreon." + name;
        try (PatreonSite site = PatreonSite.of(clock, Storage.DOCUMENTED, Map.of(setting, ""))) {
            Answer answer = site.app().signIn(PatreonSite.user()).isError(503, "CONFIG_ERROR");
            assertThat(answer.text("error")).isEqualTo("Setting " + setting + " is missing");
            site.app()
                    .post("/oauth/token", "{\"code\":\"a\",\"redirect_uri\":\"b\"}")
                    .isError(503, "CONFIG_ERROR");
            assertThat(site.patreon().tokenCalls()).isZero();
        }
    }

    @Test
    void withoutASecretNoTokensAreSigned() throws Exception {
        try (PatreonSite site = PatreonSite.of(clock, Storage.DOCUMENTED, Map.of("systems.patreon.jwtSecret", ""))) {
            PatronApp app = site.app(site.user(300));
            app.token().isError(503, "JWT_NOT_CONFIGURED");
            app.refresh("7b0c1d2e-0000-4000-8000-000000000000").isError(503, "JWT_NOT_CONFIGURED");
            app.validate().isOk();
            app.quota(app.session()).isOk();
            assertThat(app.quota("a.b.c").status()).isEqualTo(401);
        }
    }

    @Test
    void healthIsSaidWithTheEnvironment() throws Exception {
        try (PatreonSite site =
                PatreonSite.of(clock, Storage.DOCUMENTED, Map.of("systems.patreon.environment", "staging"))) {
            PatronApp app = site.app();
            Answer answer = app.send(HttpRequest.newBuilder(app.uri("/health"))).isOk();
            assertThat(answer.json().propertyNames()).containsExactly("status", "timestamp", "environment");
            assertThat(answer.text("status")).isEqualTo("ok");
            assertThat(answer.text("timestamp"))
                    .isEqualTo(clock.instant().truncatedTo(ChronoUnit.MILLIS).toString());
            assertThat(answer.text("environment")).isEqualTo("staging");
        }
    }

    @Test
    void theGraceCanBeTurnedOff() throws Exception {
        try (PatreonSite site =
                PatreonSite.of(clock, Storage.DOCUMENTED, Map.of("systems.patreon.graceSeconds", "0"))) {
            PatronApp app = site.app(site.user(300));
            app.token().isOk();
            String spent = app.refreshToken();
            app.refresh().isOk();
            app.refresh(spent).isError(401, "INVALID_REFRESH_TOKEN");
            app.refresh().isError(401, "INVALID_REFRESH_TOKEN");
        }
    }

    @Test
    void ratesCanBeSet() throws Exception {
        try (PatreonSite site =
                PatreonSite.of(clock, Storage.DOCUMENTED, Map.of("systems.patreon.rates.signIn", "2"))) {
            PatronApp app = site.app();
            app.signIn(PatreonSite.user()).isOk();
            app.signIn(PatronApp.CALLBACK, Map.of("code", PatronApp.code("1"), "redirect_uri", PatreonSite.REDIRECT))
                    .isOk();
            app.signIn(PatreonSite.user()).isError(429, "RATE_LIMITED");
            site.app().signIn(PatreonSite.user()).isOk();
        }
    }

    @Test
    void signedTokensAreCountedByUser() throws Exception {
        HeldClock clock = HeldClock.start();
        try (PatreonSite site = PatreonSite.of(clock, Storage.DOCUMENTED, Map.of("systems.patreon.rates.token", "2"))) {
            PatronApp app = site.app(site.user(300));
            app.token().isOk();
            app.token().isOk();
            app.token().isError(429, "RATE_LIMITED");
            site.app(site.user(300)).token().isOk();
            clock.advance(Duration.ofMinutes(1));
            app.token().isOk();
        }
    }
}
