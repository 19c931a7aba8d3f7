package dev.yorozu.server.systems.users;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.account.Account;
import dev.yorozu.secret.Storage;
import dev.yorozu.server.Answer;
import dev.yorozu.store.testkit.HeldClock;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Every route that needs somebody, asked by nobody, by somebody too late, and with the wrong kind of token. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RefusalsTest {
    private final HeldClock clock = HeldClock.start();
    private final UsersSite site = UsersSite.of(clock, Storage.DOCUMENTED);
    private final Account victim = site.user();

    private record Route(String method, String path) {}

    private final List<Route> signedIn = List.of(
            new Route("POST", "/auth/logout"),
            new Route("GET", "/auth/me"),
            new Route("GET", "/sessions"),
            new Route("DELETE", "/sessions"),
            new Route("DELETE", "/sessions/sess-7f3d9a1b"));
    private final List<Route> admin = List.of(
            new Route("GET", "/admin/sessions/stats"),
            new Route("GET", "/admin/sessions/" + victim.uuid()),
            new Route("DELETE", "/admin/sessions/" + victim.uuid()));

    @AfterAll
    void close() {
        site.close();
    }

    private List<Route> all() {
        List<Route> plain = Stream.concat(signedIn.stream(), admin.stream()).toList();
        return Stream.concat(
                        plain.stream(), plain.stream().map(each -> new Route(each.method(), "/api/v1" + each.path())))
                .toList();
    }

    @Test
    void withoutATokenNothingAnswers() throws Exception {
        for (Route route : all()) {
            Answer answer = site.app()
                    .send(HttpRequest.newBuilder(site.app().uri(route.path()))
                            .method(route.method(), BodyPublishers.noBody()));
            answer.isError(401, "Not authenticated");
            assertThat(answer.header("WWW-Authenticate")).isEqualTo("Bearer");
        }
    }

    @Test
    void aRefreshTokenIsNoAccessToken() throws Exception {
        UserApp app = site.app(site.admin());
        UserApp swapped = site.app().holding(app.refreshToken(), app.access());
        for (Route route : all()) {
            refused(swapped.send(route.method(), route.path(), ""));
        }
        assertThat(app.isIn()).isTrue();
    }

    @Test
    void anExpiredTokenLetsNobodyIn() throws Exception {
        UserApp app = site.app(site.admin());
        clock.advance(Duration.ofMinutes(16));
        for (Route route : all()) {
            refused(app.send(route.method(), route.path(), ""));
        }
    }

    @Test
    void aTokenWithAnotherSignatureOrSchemeLetsNobodyIn() throws Exception {
        UserApp app = site.app(site.admin());
        String token = app.access();
        String forged = token.substring(0, token.lastIndexOf('.') + 1) + "AAAA";
        for (Route route : all()) {
            refused(site.app().holding(forged, "").send(route.method(), route.path(), ""));
            refused(site.app()
                    .send(HttpRequest.newBuilder(app.uri(route.path()))
                            .header("Authorization", "Basic " + token)
                            .method(route.method(), BodyPublishers.noBody())));
            refused(site.app()
                    .send(HttpRequest.newBuilder(app.uri(route.path()))
                            .header("Authorization", "Bearer " + token)
                            .header("Authorization", "Bearer " + token)
                            .method(route.method(), BodyPublishers.noBody())));
        }
    }

    private static void refused(Answer answer) {
        answer.isError(401, "Could not validate credentials");
        assertThat(answer.header("WWW-Authenticate")).startsWith("Bearer");
    }

    @Test
    void operatorsRoutesAreForOperatorsAlone() throws Exception {
        UserApp app = site.app(site.user());
        UserApp safe = site.app(victim);
        for (Route route : admin) {
            app.send(route.method(), route.path(), "").isError(403, "Forbidden");
        }
        app.get("/admin/sessions/" + site.user().uuid()).isError(403, "Forbidden");
        assertThat(safe.isIn()).isTrue();
    }
}
