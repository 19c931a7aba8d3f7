package dev.yorozu.server.systems.oidc;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.Writer;
import java.net.CookieManager;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code oidc-provider}, a certified provider of OpenID Connect from npm, and a browser that alice uses there. */
final class NodeProvider implements AutoCloseable {
    /** Where ./test installs what tests need in Node. */
    private static final Path LIBRARIES = Path.of("target", "npm");

    private static final Pattern FORM = Pattern.compile("action=\"([^\"]+)\".*name=\"xsrf\" value=\"([^\"]+)\"");

    private final HttpClient browser =
            HttpClient.newBuilder().cookieHandler(new CookieManager()).build();
    private final Process process;
    private final BufferedReader output;
    private final String issuer;

    private NodeProvider(Process process) throws IOException {
        this.process = process;
        this.output = process.inputReader(StandardCharsets.UTF_8);
        this.issuer = said();
    }

    static NodeProvider start() throws IOException {
        if (!Files.isDirectory(LIBRARIES.resolve("node_modules/oidc-provider"))) {
            throw new IllegalStateException("This needs oidc-provider: ./test installs it below server/target/npm");
        }
        Path script = Files.createTempDirectory(LIBRARIES.toAbsolutePath(), "provider-")
                .resolve("provider.mjs");
        try (InputStream text = Objects.requireNonNull(NodeProvider.class.getResourceAsStream("provider.mjs"))) {
            Files.copy(text, script);
        }
        return new NodeProvider(new ProcessBuilder("node", script.toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start());
    }

    String issuer() {
        return issuer;
    }

    /** Tells where the site is whose people sign in here. */
    void know(URI site) throws IOException {
        Writer input = process.outputWriter(StandardCharsets.UTF_8);
        input.write(site + "\n");
        input.flush();
        if (!said().equals("ready")) {
            throw new IllegalStateException("The provider is not ready");
        }
    }

    /** The next line that the provider prints. */
    String said() throws IOException {
        String line = output.readLine();
        if (line == null) {
            throw new IllegalStateException("The provider ended with status " + process.exitValue());
        }
        return line;
    }

    /** Goes to an address of the provider and wherever it leads, until it leads to the site; gives that address. */
    String follow(String address, URI site) throws IOException, InterruptedException {
        String next = address;
        while (!next.startsWith(site.toString())) {
            next = URI.create(next).resolve(Visitor.location(get(next))).toString();
        }
        return next;
    }

    /** Signs alice out at the provider, in the same browser. */
    void signOut() throws IOException, InterruptedException {
        Matcher form = FORM.matcher(get(issuer + "/session/end?client_id=" + IndependentProvider.CLIENT)
                .body());
        if (!form.find()) {
            throw new AssertionError("There is no form to sign out with");
        }
        String body = "logout=yes&xsrf=" + URLEncoder.encode(form.group(2), StandardCharsets.UTF_8);
        send(HttpRequest.newBuilder(URI.create(form.group(1)))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(body)));
    }

    private HttpResponse<String> get(String address) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(URI.create(address)));
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return browser.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    @Override
    public void close() {
        process.destroy();
        browser.close();
    }
}
