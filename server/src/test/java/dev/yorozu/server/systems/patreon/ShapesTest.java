package dev.yorozu.server.systems.patreon;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.secret.RandomTokens;
import dev.yorozu.secret.Storage;
import dev.yorozu.server.Answer;
import dev.yorozu.store.testkit.HeldClock;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is no session's token by its shape is refused, and the store is not asked. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ShapesTest {
    private final HeldClock clock = HeldClock.start();
    private final PatreonSite site = PatreonSite.of(clock, Storage.DOCUMENTED);

    @AfterAll
    void close() {
        site.close();
    }

    static Stream<String> tokens() {
        RandomTokens random = RandomTokens.secure();
        return Stream.of(
                "usertoken:1",
                "membership:1",
                "../x",
                "*",
                "refresh:7b0c1d2e-0000-4000-8000-000000000000",
                "cache/auth:" + "0".repeat(64),
                "0".repeat(63),
                "0".repeat(65),
                "A".repeat(64),
                "g".repeat(64),
                "7b0c1d2e00004000800000000000000000000",
                "7b0c1d2e-0000-4000-8000-00000000000g",
                "7b0c1d2e-0000-4000-8000-0000000000000",
                "--7b0c1d2e-0000-4000-8000-0000000000",
                "0".repeat(36),
                // Of other systems: sids of Discord and OpenID Connect, tokens of the token store, of the user API.
                random.base64url(16),
                random.base64url(32),
                random.base64url(48),
                "sess-" + random.hex(8),
                "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.e30.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
                "eyJhbGciOiJSUzI1NiIsInR5cCI6ImF0K2p3dCJ9.e30.AAAA",
                "x".repeat(1500));
    }

    @ParameterizedTest
    @MethodSource("tokens")
    void areRefusedWithoutAskingTheStore(String token) throws Exception {
        PatronApp app = site.app();
        long trips = site.store().trips();
        app.post(PatronApp.VALIDATE, PatronApp.json(Map.of("session_token", token)))
                .isError(401, "SESSION_INVALID");
        app.send("POST", PatronApp.TOKEN, token, "").isError(401, "SESSION_INVALID");
        app.send("POST", PatronApp.REVOKE_ALL, token, "").isError(401, "SESSION_INVALID");
        Answer license = app.send("GET", PatronApp.LICENSE, token, "");
        Answer quota = app.quota(token);
        app.send("POST", PatronApp.REVOKE, token, "").isOk();

        assertThat(license.text("error_code")).isEqualTo("SESSION_INVALID");
        assertThat(quota.json().get("error").get("code").asString()).isEqualTo("SESSION_INVALID");
        assertThat(site.store().trips()).isEqualTo(trips);
    }

    @Test
    void sessionsOfAnEarlierProgramAreLookedUp() throws Exception {
        PatronApp app = site.app();
        long trips = site.store().trips();
        for (String uuid : List.of("7b0c1d2e-0000-4000-8000-000000000000", "7B0C1D2E-0000-4000-8000-00000000000A")) {
            app.post(PatronApp.VALIDATE, PatronApp.json(Map.of("session_token", uuid)));
        }
        assertThat(site.store().trips()).isGreaterThan(trips);
    }
}
