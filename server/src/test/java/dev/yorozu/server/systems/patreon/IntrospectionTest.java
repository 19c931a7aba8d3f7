package dev.yorozu.server.systems.patreon;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.secret.Storage;
import dev.yorozu.server.oauth.Program;
import dev.yorozu.store.testkit.HeldClock;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tools.jackson.databind.JsonNode;

/** What programs are told of what the clients of this system present, and how they revoke it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class IntrospectionTest {
    private final HeldClock clock = HeldClock.start();
    private final PatreonSite site = PatreonSite.of(clock, Storage.HARDENED);
    private final Program resource = program("patreon:introspect");
    private final Program revoker = program("patreon:*");

    private Program program(String... scopes) {
        return Program.at(site.server(), site.store(), "/patreon", scopes);
    }

    @AfterAll
    void close() {
        site.close();
    }

    private PatronApp app(String user) throws Exception {
        PatronApp app = site.app(user);
        app.token().isOk();
        return app;
    }

    @Test
    void theTokenOfASessionAndASignedOneAreDescribedByOneQuestionToTheStore() throws Exception {
        String user = site.user(300);
        PatronApp app = app(user);
        JsonNode session = resource.active(app.session());
        long trips = site.store().trips();
        JsonNode signed = resource.active(app.access());

        assertThat(site.store().trips() - trips).isEqualTo(1);
        assertThat(session.get("sub").asString()).isEqualTo(user);
        assertThat(session.get("iss").asString()).isEqualTo("yorozu-patreon");
        assertThat(session.get("exp").asLong()).isGreaterThan(clock.instant().getEpochSecond());
        assertThat(signed.get("aud").asString()).isEqualTo("baketa-client");
        assertThat(signed.get("jti").asString()).isNotEmpty();
        assertThat(session.toString() + signed).doesNotContain(app.session(), app.access(), app.refreshToken(), "sid");
    }

    @Test
    void anEndedSessionEndsAllThatHangsOnIt() throws Exception {
        PatronApp app = app(site.user(300));
        resource.findsInactive(app.refreshToken());
        assertThat(revoker.active(app.refreshToken()).has("token_type")).isFalse();
        revoker.revoke(app.session()).isOk();
        for (String token : List.of(app.session(), app.access(), app.refreshToken())) {
            revoker.findsInactive(token);
        }
        app.validate().isError(401);
    }

    /** Both for good: also when the access token would have ended by itself. */
    @Test
    void aRefreshTokenAndAnAccessTokenEndTheirFamilyAndNotTheSession() throws Exception {
        PatronApp app = app(site.user(500));
        for (boolean refresh : List.of(true, false)) {
            app.token().isOk();
            revoker.revoke(refresh ? app.refreshToken() : app.access()).isOk();
            revoker.findsInactive(app.access());
            clock.advance(Duration.ofHours(2));
            revoker.findsInactive(app.refreshToken());
            app.refresh(app.refreshToken()).isError(401);
            resource.active(app.session());
        }
    }

    @Test
    void pagesThatMayReadTheRelayAreToldNothingHere() throws Exception {
        for (String path : List.of("/oauth/introspect", "/oauth/revoke")) {
            for (String method : List.of("OPTIONS", "POST")) {
                assertThat(resource.send(resource.request(path)
                                        .header("Origin", "https://app.example.com")
                                        .header("Access-Control-Request-Method", "POST")
                                        .method(method, BodyPublishers.noBody()))
                                .response()
                                .headers()
                                .map()
                                .keySet())
                        .noneMatch(name -> name.startsWith("access-control-"));
            }
        }
    }
}
