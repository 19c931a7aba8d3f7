package dev.yorozu.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.server.written.Written;
import dev.yorozu.store.testkit.redis.RedisProcess;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The way from nothing to a protected route, as the document shows it: its command, its settings, and its two programs, each with
 * a server of its own on one Redis.
 */
class AppProgramsTest {
    private static final Path DOCUMENT = Path.of("..", "docs", "apps.md");

    /** Where ./test installs Express. */
    private static final Path LIBRARIES = Path.of("target", "npm").toAbsolutePath();

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    @TempDir
    Path directory;

    /** A program of the document, which prints the port that it listens on. */
    private record Running(Process process, URI uri) implements AutoCloseable {
        static Running start(ProcessBuilder builder, Path errors) throws IOException {
            Process process = builder.redirectError(errors.toFile()).start();
            String port = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))
                    .readLine();
            assertThat(port).as(Files.readString(errors)).isNotNull();
            return new Running(process, URI.create("http://127.0.0.1:" + port));
        }

        @Override
        public void close() {
            process.destroyForcibly();
        }
    }

    private static String shown(String language) throws IOException {
        Matcher block =
                Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL).matcher(Files.readString(DOCUMENT));
        assertThat(block.find()).isTrue();
        return block.group(1);
    }

    private String created(String store) throws IOException {
        Path settings = Files.writeString(directory.resolve("shop.json"), shown("json"));
        Program.Ended made = Commands.run(
                "app",
                "create",
                "shop",
                "--settings",
                settings.toString(),
                "--data",
                directory.resolve("operator").toString(),
                "--store",
                store);
        assertThat(made.out()).as(made.err()).startsWith("Made the app shop, and the credential shop.");
        String secret = made.out().lines().toList().getLast();
        Written.secret(secret);
        return secret;
    }

    private Program.Serving serve(String name, String store) {
        return Program.Serving.start(
                directory,
                Map.of("YOROZU_STATISTICS_EVERY", "off"),
                "--store",
                store,
                "--data",
                directory.resolve(name).toString());
    }

    private Running started(String interpreter, Path script, URI yorozu, String secret) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(interpreter, script.toString());
        builder.environment().putAll(Map.of("YOROZU", yorozu.toString(), "YOROZU_SECRET", secret, "PORT", "0"));
        return Running.start(builder, directory.resolve(interpreter + "-errors.txt"));
    }

    private static HttpResponse<String> get(Running program, String path, String cookie) throws Exception {
        return HTTP.send(
                HttpRequest.newBuilder(program.uri().resolve(path))
                        .header("Cookie", cookie)
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private static HttpResponse<String> post(Running program, String path, String cookie, String body)
            throws Exception {
        return HTTP.send(
                HttpRequest.newBuilder(program.uri().resolve(path))
                        .header("Cookie", cookie)
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private static String signIn(Running node) throws Exception {
        HttpResponse<String> signedIn = post(node, "/login", "a=b", "{\"user\":\"hanako\"}");
        assertThat(signedIn.statusCode()).isEqualTo(204);
        String cookie = signedIn.headers().firstValue("Set-Cookie").orElseThrow();
        assertThat(cookie).contains("HttpOnly", "SameSite=Lax");
        String kept = cookie.substring(0, cookie.indexOf(';'));
        Written.secret(kept.substring("sid=".length()));
        return kept;
    }

    @Test
    void fromNothingToAProtectedRouteOnTwoServers() throws Exception {
        Path express = LIBRARIES.resolve("node_modules").resolve("express");
        assertThat(express).as("./test installs it below server/target/npm").exists();
        Path node = Files.writeString(
                Files.createTempDirectory(LIBRARIES, "program-").resolve("shop.mjs"), shown("js"));
        Path python = Files.writeString(directory.resolve("reports.py"), shown("python"));
        try (RedisProcess redis = RedisProcess.start()) {
            String secret = created(redis.url());
            try (Program.Serving one = serve("one", redis.url());
                    Program.Serving two = serve("two", redis.url());
                    Running shop = started("node", node, one.url(), secret);
                    Running reports = started("python3", python, two.url(), secret)) {
                playsAsTheDocumentSays(shop, reports);
            }
        }
    }

    private static void playsAsTheDocumentSays(Running shop, Running reports) throws Exception {
        assertThat(get(shop, "/me", "a=b").statusCode()).isEqualTo(401);
        assertThat(get(reports, "/", "a=b").statusCode()).isEqualTo(401);

        String cookie = signIn(shop);
        assertThat(get(shop, "/me", cookie).body()).contains("\"user\":\"hanako\"");
        assertThat(get(reports, "/", cookie).body()).isEqualTo("{\"report\": \"of hanako\"}");

        assertThat(post(shop, "/logout", cookie, "{}").statusCode()).isEqualTo(204);
        assertThat(get(reports, "/", cookie).statusCode()).isEqualTo(401);
        assertThat(get(shop, "/me", cookie).statusCode()).isEqualTo(401);

        for (int login = 2; login <= 5; login++) {
            signIn(shop);
        }
        HttpResponse<String> limited = post(shop, "/login", "a=b", "{\"user\":\"hanako\"}");
        assertThat(limited.statusCode()).isEqualTo(429);
        assertThat(limited.headers().firstValue("Retry-After").orElse("")).matches("[1-9][0-9]*");
    }
}
