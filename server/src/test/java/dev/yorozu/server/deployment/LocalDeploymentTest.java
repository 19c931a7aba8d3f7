package dev.yorozu.server.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.store.testkit.Poll;
import dev.yorozu.store.testkit.Rounds;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The deployment of docs/production.md, taken apart under load. A long run plays it; the usual one reads the settings of the
 * proxies as these do.
 */
@Timeout(900)
class LocalDeploymentTest {
    private static final Pattern ID = Pattern.compile("\"id\":\"([^\"]+)\"");
    private static final Pattern SECRET = Pattern.compile("yrz_shop_[\\w-]+");

    @Test
    void theProxiesTakeTheirSettings(@TempDir Path directory) throws Exception {
        assertThat(runs("bash", "-n", LocalDeployment.file("local/deployment").toString()))
                .isEmpty();
        assertThat(runs(
                        "caddy",
                        "validate",
                        "--adapter",
                        "caddyfile",
                        "--config",
                        LocalDeployment.file("caddy/Caddyfile").toString()))
                .contains("Valid configuration");
        // The lines that are to be changed name files that are not here.
        String settings = Files.readString(LocalDeployment.file("nginx/yorozu.conf"))
                .replace("listen 443 ssl http2;", "listen unix:" + directory.resolve("socket") + ";")
                .replaceAll("ssl_certificate.*", "");
        Path file = Files.writeString(
                directory.resolve("nginx.conf"),
                "pid " + directory.resolve("pid")
                        + ";\nevents {}\nhttp { access_log off; client_body_temp_path " + directory.resolve("body")
                        + ";\n" + settings + "}\n");
        assertThat(runs("nginx", "-t", "-e", "stderr", "-p", directory.toString(), "-c", file.toString()))
                .contains("test is successful");
    }

    private static String runs(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output;
    }

    @TestFactory
    Stream<DynamicTest> theWholeDeployment() {
        return Rounds.isLong()
                ? Stream.of(
                        DynamicTest.dynamicTest("loses nothing that it acknowledged", LocalDeploymentTest::takeApart))
                : Stream.of();
    }

    private static void takeApart() throws Exception {
        try (LocalDeployment deployment = LocalDeployment.up();
                HttpClient client = HttpClient.newBuilder()
                        .sslContext(deployment.trusting())
                        .build()) {
            Matcher secret = SECRET.matcher(deployment.yorozu("app", "create", "shop"));
            assertThat(secret.find()).isTrue();
            String app = deployment.url() + "/v1/apps/shop";
            try (SessionLoad load = new SessionLoad(client, app, secret.group())) {
                awaitMore(load, 100);
                proxied(deployment.url(), client, load, secret.group());
                withCaddy(deployment, client, load, secret.group());
                account(client, deployment.url(), "signup", 201);

                load.takeFailures();
                deployment.run("roll");
                awaitMore(load, 50);
                assertThat(load.takeFailures()).as(deployment.logs()).isEmpty();

                for (String node : List.of("server-1", deployment.redis("master"), deployment.redis("slave"))) {
                    deployment.run("kill", node);
                    // Few: of a part that lacks a replica, durable writes wait for their time and stay unconfirmed.
                    awaitMore(load, 10);
                    deployment.run("start", node);
                    awaitMore(load, 100);
                }
                for (String node : List.of("nginx", "postgres")) {
                    deployment.run("kill", node);
                    deployment.run("start", node);
                    awaitMore(load, 100);
                }
                Poll.until("accounts can be asked again", () -> signsIn(client, deployment.url()));
                load.stop();
                assertThat(load.live()).isNotEmpty();
                assertThat(load.ended()).isNotEmpty();
                for (String session : load.live()) {
                    assertThat(active(load, session)).isTrue();
                }
                for (String session : load.ended()) {
                    assertThat(active(load, session)).isFalse();
                }
            }
        }
    }

    private static void awaitMore(SessionLoad load, int requests) {
        int before = load.done();
        Poll.until("requests are answered", () -> load.done() >= before + requests);
    }

    private static boolean active(SessionLoad load, String session) throws IOException {
        HttpResponse<String> answer = load.ask(
                "/sessions/check", SessionLoad.of(session), UUID.randomUUID().toString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return answer.body().contains("\"active\":true");
    }

    private static boolean signsIn(HttpClient client, String url) {
        try {
            account(client, url, "login", 200);
            return true;
        } catch (IOException | AssertionError notYet) {
            return false;
        }
    }

    private static void account(HttpClient client, String url, String action, int status) throws IOException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url + "/users/auth/" + action))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(
                        "{\"email\":\"ann@example.org\",\"password\":\"correct horse battery\"}"))
                .build();
        assertThat(answered(client, request).statusCode()).isEqualTo(status);
    }

    private static HttpResponse<String> answered(HttpClient client, HttpRequest request) throws IOException {
        try {
            return client.send(request, HttpResponse.BodyHandlers.ofString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("Interrupted", e);
        }
    }

    /** What a proxy must do beside passing on: HTTP/2, sizes, what is for inside, and events as they come. */
    private static void proxied(String url, HttpClient client, SessionLoad load, String secret) throws Exception {
        HttpResponse<String> page =
                answered(client, HttpRequest.newBuilder(URI.create(url + "/")).build());
        assertThat(page.version()).isEqualTo(HttpClient.Version.HTTP_2);
        assertThat(page.statusCode()).isEqualTo(200);
        for (String inside : List.of("/metrics", "/readyz", "/admin/api/stats")) {
            assertThat(answered(
                                    client,
                                    HttpRequest.newBuilder(URI.create(url + inside))
                                            .build())
                            .statusCode())
                    .as(inside)
                    .isEqualTo(404);
        }
        HttpRequest large = HttpRequest.newBuilder(URI.create(url + "/v1/apps/shop/sessions"))
                .header("Authorization", "Bearer " + secret)
                .POST(HttpRequest.BodyPublishers.ofByteArray(new byte[(1 << 20) + 1]))
                .build();
        assertThat(answered(client, large).statusCode()).isEqualTo(413);
        HttpRequest events = HttpRequest.newBuilder(URI.create(url + "/v1/revocations"))
                .header("Authorization", "Bearer " + secret)
                .header("Accept", "text/event-stream")
                .build();
        HttpResponse<InputStream> stream = client.send(events, HttpResponse.BodyHandlers.ofInputStream());
        assertThat(stream.statusCode()).isEqualTo(200);
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(stream.body(), StandardCharsets.UTF_8))) {
            assertThat(lines.readLine()).isNotNull();
            String made = load.ask("/sessions", "{\"user\":\"watched\"}", url + UUID.randomUUID())
                    .body();
            Matcher id = ID.matcher(made);
            Matcher session = SessionLoad.SESSION.matcher(made);
            assertThat(id.find() && session.find()).as(made).isTrue();
            load.ask("/sessions/end", SessionLoad.of(session.group(1)), url + UUID.randomUUID());
            CompletableFuture<Boolean> heard = CompletableFuture.supplyAsync(
                    () -> lines.lines().anyMatch(line -> line.startsWith("data:") && line.contains(id.group(1))));
            Poll.until("the event comes while the stream is open", () -> heard.getNow(false));
        }
    }

    private static void withCaddy(LocalDeployment deployment, HttpClient client, SessionLoad load, String secret)
            throws Exception {
        int port = deployment.port(40);
        Path home = deployment.home();
        String settings = Files.readString(LocalDeployment.file("caddy/Caddyfile"))
                .replace(
                        "auth.example.org {",
                        "https://127.0.0.1:" + port + " {\n\ttls " + home.resolve("tls.pem") + " "
                                + home.resolve("tls.key"))
                .replace(
                        "127.0.0.1:8080 127.0.0.1:8081",
                        "127.0.0.1:" + deployment.port(1) + " 127.0.0.1:" + deployment.port(2));
        Path file = Files.writeString(
                home.resolve("Caddyfile"),
                "{\n\tadmin off\n\tauto_https disable_redirects\n\tskip_install_trust\n}\n" + settings);
        ProcessBuilder builder = new ProcessBuilder(
                        "caddy", "run", "--adapter", "caddyfile", "--config", file.toString())
                .redirectErrorStream(true)
                .redirectOutput(home.resolve("caddy.log").toFile());
        builder.environment().put("XDG_DATA_HOME", home.resolve("caddy").toString());
        builder.environment().put("XDG_CONFIG_HOME", home.resolve("caddy").toString());
        Process caddy = builder.start();
        try {
            String url = "https://127.0.0.1:" + port;
            Poll.until("Caddy answers", () -> {
                try {
                    return answered(
                                            client,
                                            HttpRequest.newBuilder(URI.create(url + "/"))
                                                    .build())
                                    .statusCode()
                            == 200;
                } catch (IOException notYet) {
                    return false;
                }
            });
            proxied(url, client, load, secret);
        } finally {
            caddy.destroy();
            caddy.waitFor();
        }
    }
}
