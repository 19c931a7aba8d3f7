package dev.yorozu.examples.resource;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** Three properties make the application ask the server about every token, so that a revoked one is refused at once. */
class ResourceServerTest {
    private static final String PROPERTIES = "--spring.security.oauth2.resourceserver.opaquetoken.";
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    @Test
    void aTokenIsTakenUntilItIsRevokedAndARefreshTokenNever(@TempDir Path folder) throws Exception {
        try (YorozuProcess yorozu = YorozuProcess.start(folder);
                ConfigurableApplicationContext application =
                        application(yorozu.url() + "/users", yorozu.credential("spring", "users:introspect"))) {
            String signedUp = yorozu.post(
                    "/users/auth/signup",
                    Optional.empty(),
                    "{\"email\":\"hana@example.com\",\"password\":\"correct horse battery\"}");
            String access = YorozuProcess.field("access_token", signedUp);
            HttpResponse<String> greeted = hello(application, Optional.of(access));

            assertThat(greeted.statusCode()).isEqualTo(200);
            assertThat(greeted.body()).contains("Hello hana", "SCOPE_user");
            assertThat(hello(application, Optional.empty()).statusCode()).isEqualTo(401);
            assertThat(hello(application, Optional.of("x")).statusCode()).isEqualTo(401);
            assertThat(hello(application, Optional.of(YorozuProcess.field("refresh_token", signedUp)))
                            .statusCode())
                    .isEqualTo(401);
            yorozu.post("/users/auth/logout", Optional.of(access), "{}");
            assertThat(hello(application, Optional.of(access)).statusCode()).isEqualTo(401);
        }
    }

    @Test
    void aTokenOfAnAppIsTakenUntilItIsRevoked(@TempDir Path folder) throws Exception {
        try (YorozuProcess yorozu = YorozuProcess.start(folder)) {
            Optional<String> program = Optional.of(yorozu.app("shop"));
            String app = "/v1/apps/shop";
            try (ConfigurableApplicationContext application =
                    application(yorozu.url() + app, yorozu.credential("spring", "app/shop:introspect"))) {
                String issued = yorozu.post(app + "/tokens", program, "{\"user\":\"hanako\"}");
                String access = YorozuProcess.field("access_token", issued);
                HttpResponse<String> greeted = hello(application, Optional.of(access));

                assertThat(greeted.statusCode()).isEqualTo(200);
                assertThat(greeted.body()).contains("Hello hanako");
                assertThat(hello(application, Optional.of(YorozuProcess.field("refresh_token", issued)))
                                .statusCode())
                        .isEqualTo(401);
                yorozu.post(app + "/tokens/revoke", program, "{\"access_token\":\"%s\"}".formatted(access));
                assertThat(hello(application, Optional.of(access)).statusCode()).isEqualTo(401);
            }
        }
    }

    /** @param issuer the address of the system, or of the app */
    private static ConfigurableApplicationContext application(String issuer, String secret) {
        return SpringApplication.run(
                ResourceServerApplication.class,
                PROPERTIES + "introspection-uri=" + issuer + "/oauth/introspect",
                PROPERTIES + "client-id=spring",
                PROPERTIES + "client-secret=" + secret,
                "--server.port=0",
                "--server.address=127.0.0.1",
                "--spring.main.banner-mode=off",
                "--logging.level.root=warn");
    }

    private static HttpResponse<String> hello(ConfigurableApplicationContext application, Optional<String> token)
            throws IOException, InterruptedException {
        String port = Objects.requireNonNull(application.getEnvironment().getProperty("local.server.port"));
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/hello"));
        token.ifPresent(each -> request.header("Authorization", "Bearer " + each));
        return CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }
}
