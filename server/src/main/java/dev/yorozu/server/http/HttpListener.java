package dev.yorozu.server.http;

import dev.yorozu.server.config.ServerSettings;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.log.Logs;
import dev.yorozu.server.metrics.Metrics;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http1.Http1Config;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;

/** The listening socket with all modules behind it. */
public final class HttpListener {
    private final WebServer server;

    private HttpListener(WebServer server) {
        this.server = server;
    }

    /** Starts to listen; whether it succeeded is told by {@link #listening}. */
    public static HttpListener start(Settings settings, Metrics metrics, Logs logs, List<HttpModule> modules) {
        List<Route> routes =
                modules.stream().flatMap(module -> Routes.of(module).stream()).toList();
        Accounts accounts = new Accounts(routes, metrics.requests(), logs, InstantSource.system());
        Faults faults = new Faults(settings.value(ServerSettings.MAX_BODY_BYTES));
        Dispatcher dispatcher = new Dispatcher(routes, accounts, faults);
        Duration idle = settings.value(ServerSettings.IDLE_TIMEOUT);
        WebServer server = WebServer.builder()
                .host(settings.value(ServerSettings.HOST))
                .port(settings.value(ServerSettings.PORT))
                .shutdownHook(false)
                .maxPayloadSize(settings.value(ServerSettings.MAX_BODY_BYTES))
                .shutdownGracePeriod(settings.value(ServerSettings.SHUTDOWN_GRACE))
                .idleConnectionTimeout(idle)
                .idleConnectionPeriod(idle.dividedBy(2))
                .connectionOptions(options -> options.readTimeout(settings.value(ServerSettings.REQUEST_TIMEOUT))
                        .tcpNoDelay(true))
                .errorHandling(errors -> errors.includeEntity(true))
                .directHandlers(new Transport(accounts, faults).handlers())
                .protocolsDiscoverServices(false)
                .addProtocol(http1(settings))
                .routing(HttpRouting.builder().any(dispatcher))
                .build()
                .start();
        return new HttpListener(server);
    }

    private static Http1Config http1(Settings settings) {
        return Http1Config.builder()
                .maxHeadersSize(settings.value(ServerSettings.MAX_HEADER_BYTES))
                .maxPrologueLength(settings.value(ServerSettings.MAX_URI_BYTES))
                .sendKeepAliveHeader(false)
                .build();
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
    }
}
