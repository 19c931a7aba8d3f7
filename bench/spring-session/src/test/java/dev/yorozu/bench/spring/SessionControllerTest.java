package dev.yorozu.bench.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.store.testkit.redis.RedisProcess;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** A peer that does not do its work would be no measure. */
class SessionControllerTest {
    private static final RedisProcess REDIS = RedisProcess.shared();
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private static ConfigurableApplicationContext application;

    @BeforeAll
    static void start() {
        application = SpringApplication.run(
                SpringSessionApplication.class,
                "--server.port=0",
                "--spring.data.redis.url=" + REDIS.url(),
                "--spring.main.banner-mode=off",
                "--logging.level.root=warn");
    }

    @AfterAll
    static void stop() {
        application.close();
    }

    @Test
    void aSessionIsKeptInRedisAndFoundByItsCookie() throws Exception {
        HttpResponse<String> signedIn = send(request("/sign-in?id=80351110224678912&name=Nelly&avatar=8342729096ea")
                .POST(HttpRequest.BodyPublishers.noBody()));
        assertThat(signedIn.statusCode()).isEqualTo(204);
        String cookie = signedIn.headers().firstValue("Set-Cookie").orElseThrow();
        assertThat(cookie).startsWith("sid=").contains("HttpOnly").contains("SameSite=Lax");

        HttpResponse<String> me = me(cookie.substring(0, cookie.indexOf(';')));
        assertThat(me.statusCode()).isEqualTo(200);
        assertThat(me.body())
                .isEqualTo("{\"ok\":true,\"loggedIn\":true,\"user\":"
                        + "{\"id\":\"80351110224678912\",\"name\":\"Nelly\",\"avatar\":\"8342729096ea\"}}");
        assertThat(REDIS.cli("KEYS", "spring:session:*").lines()).hasSize(1);
    }

    @Test
    void withoutASessionNobodyIsSignedIn() throws Exception {
        assertThat(me("sid=MTIzNDU2NzgtMTIzNC0xMjM0LTEyMzQtMTIzNDU2Nzg5MGFi").statusCode())
                .isEqualTo(401);
        assertThat(me("other=1").statusCode()).isEqualTo(401);
    }

    private static HttpResponse<String> me(String cookie) throws IOException, InterruptedException {
        return send(request("/discord/api/discord/me").header("Cookie", cookie));
    }

    private static HttpRequest.Builder request(String path) {
        String port = Objects.requireNonNull(application.getEnvironment().getProperty("local.server.port"));
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path));
    }

    private static HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }
}
