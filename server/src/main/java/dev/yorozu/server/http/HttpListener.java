package dev.yorozu.server.http;

import dev.yorozu.server.config.ServerSettings;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.log.Logs;
import dev.yorozu.server.metrics.Metrics;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.WebServerConfig;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http1.Http1Config;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;

/** The listening socket with all modules behind it. */
public final class HttpListener {
    private final WebServer server;
    private final Patience patience;

    private HttpListener(WebServer server, Patience patience) {
        this.server = server;
        this.patience = patience;
    }

    /** Starts to listen; whether it succeeded is told by {@link #listening}. */
    public static HttpListener start(Settings settings, Metrics metrics, Logs logs, List<HttpModule> modules) {
        List<Route> routes =
                modules.stream().flatMap(module -> Routes.of(module).stream()).toList();
        long maxBody = settings.value(ServerSettings.MAX_BODY_BYTES);
        Accounts accounts = new Accounts(routes, metrics.requests(), logs, InstantSource.system());
        Faults faults = new Faults(maxBody);
        Manners manners = new Manners(modules);
        Patience patience = new Patience(settings.value(ServerSettings.REQUEST_TIMEOUT));
        WebServer server = listen(settings)
                // What lies between our limit and this one is read and thrown away, so that the client, which sends
                // before it listens, gets to see why it was refused; beyond, the connection is cut.
                .maxPayloadSize(2 * maxBody + (1 << 20))
                .directHandlers(new Transport(accounts, faults, manners).handlers())
                .protocolsDiscoverServices(false)
                .addProtocol(http1(settings, patience))
                .routing(
                        HttpRouting.builder().any(new Dispatcher(routes, accounts, faults, manners, patience, maxBody)))
                .build()
                .start();
        return new HttpListener(server, patience);
    }

    private static WebServerConfig.Builder listen(Settings settings) {
        Duration idle = settings.value(ServerSettings.IDLE_TIMEOUT);
        return WebServer.builder()
                .host(settings.value(ServerSettings.HOST))
                .port(settings.value(ServerSettings.PORT))
                .shutdownHook(false)
                .maxTcpConnections(settings.value(ServerSettings.MAX_CONNECTIONS))
                .shutdownGracePeriod(settings.value(ServerSettings.SHUTDOWN_GRACE))
                .idleConnectionTimeout(idle)
                .idleConnectionPeriod(idle.dividedBy(2))
                .connectionOptions(options -> options.tcpNoDelay(true))
                .errorHandling(errors -> errors.includeEntity(true));
    }

    private static Http1Config http1(Settings settings, Patience patience) {
        return Http1Config.builder()
                .maxHeadersSize(settings.value(ServerSettings.MAX_HEADER_BYTES))
                .maxPrologueLength(settings.value(ServerSettings.MAX_URI_BYTES))
                .sendKeepAliveHeader(false)
                .addReceiveListener(patience)
                .log(log -> log.sendLog(false).receiveLog(false))
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
        patience.close();
    }
}
