package dev.yorozu.server;

import dev.yorozu.server.boot.Server;
import dev.yorozu.server.boot.StandardSettings;
import dev.yorozu.server.boot.Telemetry;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.config.SettingsReader;
import dev.yorozu.server.http.HttpModule;
import dev.yorozu.server.written.Written;
import dev.yorozu.store.Store;
import dev.yorozu.store.memory.MemoryStore;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A server on a free port of this machine, with its log caught. */
public final class RunningServer implements AutoCloseable {
    private final ByteArrayOutputStream log = new ByteArrayOutputStream();
    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();
    private final Telemetry telemetry;
    private final Store store;
    private final Server server;

    public RunningServer(Store store, Map<String, String> flags, HttpModule... modules) {
        SettingsReader reader = new SettingsReader(StandardSettings.schema()).flag("server.port", "--port", "0");
        flags.forEach((name, value) -> reader.flag(name, "--" + name, value));
        Settings settings = reader.read();
        telemetry = Telemetry.start(settings, new PrintStream(log, true, StandardCharsets.UTF_8));
        this.store = telemetry.meter(store);
        server = Server.start(settings, telemetry, this.store, List.of(modules));
    }

    public RunningServer(HttpModule... modules) {
        this(new MemoryStore(), Map.of(), modules);
    }

    public Server server() {
        return server;
    }

    public Telemetry telemetry() {
        return telemetry;
    }

    /** The store as the modules of a server see it. */
    public Store store() {
        return store;
    }

    public URI uri(String path) {
        return URI.create(server.url() + path);
    }

    public HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(uri(path)).build());
    }

    public HttpResponse<String> send(HttpRequest request) throws IOException, InterruptedException {
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }

    /** Sends these bytes and reads until the server closes the connection. */
    public String raw(byte[] request) throws IOException {
        try (Socket socket = connect()) {
            try {
                socket.getOutputStream().write(request);
                socket.getOutputStream().flush();
            } catch (SocketException refused) {
                // A server that has seen enough answers and closes before it was sent everything.
            }
            InputStream in = socket.getInputStream();
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    public String raw(String request) throws IOException {
        return raw(request.getBytes(StandardCharsets.ISO_8859_1));
    }

    public Socket connect() throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
        socket.setSoTimeout(20_000);
        return socket;
    }

    /** Stops the server and gives everything it logged. */
    public String stopAndReadLog() {
        close();
        return log.toString(StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        server.stop();
        telemetry.close();
        client.close();
        Written.text(new String(telemetry.metrics().text(), StandardCharsets.UTF_8));
        Written.text(log.toString(StandardCharsets.UTF_8));
    }
}
