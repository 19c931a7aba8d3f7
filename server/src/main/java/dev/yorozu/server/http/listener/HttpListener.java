package dev.yorozu.server.http.listener;

import dev.yorozu.server.config.PrivacySettings;
import dev.yorozu.server.config.ServerSettings;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.http.ErrorPages;
import dev.yorozu.server.http.HttpModule;
import dev.yorozu.server.http.Route;
import dev.yorozu.server.http.Routes;
import dev.yorozu.server.http.connection.ConnectionLimits;
import dev.yorozu.server.http.connection.Connections;
import dev.yorozu.server.log.Logs;
import dev.yorozu.server.metrics.ConnectionMetrics;
import dev.yorozu.server.metrics.Metrics;
import dev.yorozu.server.tls.ServerCertificate;
import dev.yorozu.server.tracing.Tracing;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.WebServerConfig;
import io.helidon.webserver.http.Handler;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http1.Http1Config;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/** The listening socket with all modules behind it. */
public final class HttpListener {
    private final WebServer server;
    private final Connections connections;

    private HttpListener(WebServer server, Connections connections) {
        this.server = server;
        this.connections = connections;
    }

    /** Does what Helidon does once in a process, before it first listens; so that a start can do it beside other things. */
    public static void prepare() {
        WebServer.builder().routing(HttpRouting.builder()).buildPrototype();
    }

    /**
     * Starts to listen; whether it succeeded is told by {@link #listening}.
     *
     * @param pages what browsers are shown in place of an error
     */
    public static HttpListener start(
            Settings settings,
            Metrics metrics,
            Logs logs,
            Optional<Tracing> tracing,
            List<HttpModule> modules,
            ErrorPages pages) {
        Place place =
                new Place(settings.value(ServerSettings.HOST), settings.value(ServerSettings.PORT), Optional.empty());
        return start(settings, place, metrics, metrics.connections(), logs, tracing, modules, pages);
    }

    /**
     * Where to listen.
     *
     * @param certificate what to encrypt connections by; empty for plain ones
     */
    public record Place(String host, int port, Optional<ServerCertificate> certificate) {}

    /** As the other, at another place, whose connections are counted by themselves. */
    public static HttpListener start(
            Settings settings,
            Place place,
            Metrics metrics,
            ConnectionMetrics counts,
            Logs logs,
            Optional<Tracing> tracing,
            List<HttpModule> modules,
            ErrorPages pages) {
        List<Route> routes = modules.stream()
                .flatMap(module -> Routes.of(module).stream())
                .map(route -> tracing.map(on -> on.route(route)).orElse(route))
                .toList();
        long maxBody = settings.value(ServerSettings.MAX_BODY_BYTES);
        RequestLog accounts = new RequestLog(routes, metrics.requests(), logs, InstantSource.system(), tracing);
        Faults faults = new Faults(maxBody);
        DefaultsByPath defaultsByPath = new DefaultsByPath(modules);
        ConnectionLimits limits = ConnectionLimits.of(settings, ServerSettings.MAX_CONNECTIONS);
        counts.waitsFor("head", "body", "reply");
        Connections connections = new Connections(
                limits, counts, http1(settings), place.certificate().map(ServerCertificate::context));
        Dispatcher dispatcher = new Dispatcher(
                new Router(routes),
                new RequestIds(settings.find(PrivacySettings.TRUSTED_PROXIES).orElse(List.of())),
                accounts,
                faults,
                defaultsByPath,
                new ErrorReplies(pages),
                maxBody);
        Handler handler = tracing.map(on -> on.handler(dispatcher)).orElse(dispatcher);
        WebServer server = listen(settings, place)
                .maxTcpConnections(connections.accepted())
                // What lies between our limit and this one is read and thrown away, so that the client, which sends
                // before it listens, gets to see why it was refused; beyond, the connection is cut.
                .maxPayloadSize(2 * maxBody + (1 << 20))
                .directHandlers(new Transport(accounts, faults, defaultsByPath).handlers())
                .protocolsDiscoverServices(false)
                .addConnectionSelector(connections)
                .routing(HttpRouting.builder().any(handler))
                .build()
                .start();
        return new HttpListener(server, connections);
    }

    private static WebServerConfig.Builder listen(Settings settings, Place place) {
        Duration idle = settings.value(ServerSettings.IDLE_TIMEOUT);
        return WebServer.builder()
                .host(place.host())
                .port(place.port())
                .shutdownHook(false)
                .shutdownGracePeriod(settings.value(ServerSettings.SHUTDOWN_GRACE))
                .idleConnectionTimeout(idle)
                .idleConnectionPeriod(idle.dividedBy(2))
                .connectionOptions(options -> options.tcpNoDelay(true))
                .errorHandling(errors -> errors.includeEntity(true));
    }

    private static Http1Config.Builder http1(Settings settings) {
        return Http1Config.builder()
                .maxHeadersSize(settings.value(ServerSettings.MAX_HEADER_BYTES))
                .maxPrologueLength(settings.value(ServerSettings.MAX_URI_BYTES))
                .sendKeepAliveHeader(false)
                .validateResponseHeaders(false) // Each is valid by the time that a reply has it.
                .log(log -> log.sendLog(false).receiveLog(false));
    }

    public boolean listening() {
        return server.isRunning();
    }

    public int port() {
        return server.port();
    }

    /** Accepts nothing more, lets running requests finish within the configured grace, then breaks them off. */
    public void stop() {
        server.stop();
        connections.close();
    }
}
