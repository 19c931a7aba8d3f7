package dev.yorozu.examples.resource;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A Yorozu as people run it, in a process of its own on a free port, with an empty store in memory. */
final class YorozuProcess implements AutoCloseable {
    private static final Path JAR = Path.of("..", "..", "server", "target", "yorozu.jar");
    private static final Pattern READY = Pattern.compile("http://127\\.0\\.0\\.1:(\\d+)");
    private static final String ADMIN = "the-admin-token-of-the-test";

    private final HttpClient client = HttpClient.newHttpClient();
    private final Process process;
    private final String url;

    private YorozuProcess(Process process, String url) {
        this.process = process;
        this.url = url;
    }

    static YorozuProcess start(Path folder) throws IOException {
        if (!Files.exists(JAR)) {
            throw new IllegalStateException("There is no " + JAR + ": ./test builds it before this test runs");
        }
        Path settings = Files.writeString(
                folder.resolve("yorozu.yaml"),
                "data: %s\nadmin:\n  token: %s\nstatistics:\n  every: off\n".formatted(folder.resolve("data"), ADMIN));
        Files.setPosixFilePermissions(settings, PosixFilePermissions.fromString("rw-------"));
        Process process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-jar",
                        JAR.toString(),
                        "serve",
                        "--port",
                        "0",
                        "--store",
                        "memory:",
                        "--config",
                        settings.toString()))
                .redirectErrorStream(true)
                .start();
        BufferedReader output = process.inputReader(StandardCharsets.UTF_8);
        StringBuilder said = new StringBuilder();
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            said.append(line).append('\n');
            Matcher ready = READY.matcher(line);
            if (ready.find()) {
                Thread.ofVirtual().start(() -> output.lines().forEach(each -> {}));
                return new YorozuProcess(process, "http://127.0.0.1:" + ready.group(1));
            }
        }
        throw new IllegalStateException("The server did not start:\n" + said);
    }

    String url() {
        return url;
    }

    /** The secret of a new credential with this scope. */
    String credential(String name, String scope) throws IOException, InterruptedException {
        return field(
                "secret",
                post(
                        "/admin/api/credentials/create",
                        Optional.of(ADMIN),
                        "{\"name\":\"%s\",\"may\":[\"read\"],\"scopes\":[\"%s\"]}".formatted(name, scope)));
    }

    /** The secret by which the program of a new app calls. */
    String app(String name) throws IOException, InterruptedException {
        return field("secret", post("/admin/api/apps/create", Optional.of(ADMIN), "{\"name\":\"%s\"}".formatted(name)));
    }

    String post(String path, Optional<String> bearer, String json) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url + path))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(json));
        bearer.ifPresent(token -> request.header("Authorization", "Bearer " + token));
        HttpResponse<String> response = client.send(request.build(), HttpResponse.BodyHandlers.ofString());
        if (response.statusCode() >= 300) {
            throw new AssertionError(path + ": " + response.statusCode() + " " + response.body());
        }
        return response.body();
    }

    static String field(String name, String json) {
        Matcher field = Pattern.compile("\"" + name + "\":\"([^\"]+)\"").matcher(json);
        if (!field.find()) {
            throw new AssertionError("There is no " + name + " in " + json);
        }
        return field.group(1);
    }

    @Override
    public void close() {
        process.destroy();
        client.close();
    }
}
