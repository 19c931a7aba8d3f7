package dev.yorozu.server.systems.tokens;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.secret.Storage;
import dev.yorozu.server.Answer;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Which pages of other origins may call this system, and what of it. */
class CrossOriginTest {
    private static final String ALLOWED = "https://app.example.com";
    private static final String ALLOW = "Access-Control-Allow-Origin";

    private static Answer ask(TokenSite site, String method, String path, String origin) throws Exception {
        App app = site.app();
        return app.send(HttpRequest.newBuilder(app.uri(path))
                .header("Origin", origin)
                .header("Access-Control-Request-Method", "POST")
                .method(method, BodyPublishers.noBody()));
    }

    @Test
    void pagesOfAListedOriginMayCallWhatIsForPeopleAndNothingElse() throws Exception {
        try (TokenSite site = TokenSite.of(
                InstantSource.system(), Storage.HARDENED, Map.of("systems.tokens.allowedOrigins", ALLOWED))) {
            for (String path : List.of(App.LOGIN, App.DEVICES, "/none")) {
                assertThat(ask(site, "OPTIONS", path, ALLOWED).isStatus(204).header(ALLOW))
                        .isEqualTo(ALLOWED);
                assertThat(ask(site, "GET", path, ALLOWED).header(ALLOW)).isEqualTo(ALLOWED);
                assertThat(ask(site, "OPTIONS", path, "https://evil.example").header(ALLOW))
                        .isEmpty();
            }
            for (String path : List.of("/api/admin/users/1/tokens", "/oauth/introspect", "/oauth/revoke")) {
                for (String method : List.of("OPTIONS", "GET", "POST")) {
                    assertThat(ask(site, method, path, ALLOWED)
                                    .response()
                                    .headers()
                                    .map()
                                    .keySet())
                            .noneMatch(name -> name.startsWith("access-control-"));
                }
            }
        }
    }
}
