package dev.yorozu.server.doors.cloudflare;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The runtime of Workers with one Worker, whose KV binding is pointed at a door by a configuration as it is documented. */
public final class Workerd implements AutoCloseable {
    /** Where ./test installs it. */
    private static final Path LIBRARIES = Path.of("target", "npm-workerd", "node_modules", "@cloudflare");

    private static final Pattern LISTENING = Pattern.compile("\"port\":(\\d+)");

    private final Process process;
    private final URI url;
    private final HttpClient client = HttpClient.newHttpClient();

    private Workerd(Process process, URI url) {
        this.process = process;
        this.url = url;
    }

    /**
     * @param worker a Worker of the tests
     * @param door the host and port of the server
     */
    public static Workerd start(String worker, String door, String namespace, String secret) throws IOException {
        Path directory = Files.createTempDirectory("workerd-");
        Files.writeString(directory.resolve("app.js"), resource(worker));
        Files.writeString(directory.resolve("kv.js"), resource("kv.js"));
        Path config = Files.writeString(
                directory.resolve("config.capnp"),
                resource("config.capnp")
                        .replace("\"YOROZU\",\n      http", "\"" + door + "\",\n      http")
                        .replace("SECRET", secret)
                        .replace("NAMED", namespace));
        Process process = new ProcessBuilder(program().toString(), "serve", "--control-fd=1", config.toString())
                .redirectError(directory.resolve("errors").toFile())
                .start();
        BufferedReader told = process.inputReader(StandardCharsets.UTF_8);
        for (String line = told.readLine(); line != null; line = told.readLine()) {
            Matcher listening = LISTENING.matcher(line);
            if (listening.find()) {
                return new Workerd(process, URI.create("http://127.0.0.1:" + listening.group(1)));
            }
        }
        throw new IllegalStateException("workerd ended: " + Files.readString(directory.resolve("errors")));
    }

    private static Path program() throws IOException {
        if (Files.isDirectory(LIBRARIES)) {
            try (DirectoryStream<Path> all = Files.newDirectoryStream(LIBRARIES, "workerd-*")) {
                for (Path each : all) {
                    return each.resolve("bin").resolve("workerd").toAbsolutePath();
                }
            }
        }
        throw new IllegalStateException("The test needs workerd: ./test installs it below server/target/npm-workerd");
    }

    private static String resource(String name) throws IOException {
        try (var in = Workerd.class.getResourceAsStream(name)) {
            return new String(Stream.of(in).findFirst().orElseThrow().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** What the Worker answers. */
    public HttpResponse<String> post(String path, String body) throws IOException, InterruptedException {
        return client.send(
                HttpRequest.newBuilder(url.resolve(path))
                        .POST(BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    @Override
    public void close() {
        client.close();
        process.destroy();
    }
}
