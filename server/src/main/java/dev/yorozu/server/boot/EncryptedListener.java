package dev.yorozu.server.boot;

import dev.yorozu.server.config.ServerSettings;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.config.StartException;
import dev.yorozu.server.http.ErrorPages;
import dev.yorozu.server.http.HttpModule;
import dev.yorozu.server.http.listener.HttpListener;
import dev.yorozu.server.tls.ServerCertificate;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.logging.Logger;

/** Lets the whole server answer with TLS too, at a port of its own. */
final class EncryptedListener {
    private static final Logger LOGGER = Logger.getLogger(EncryptedListener.class.getName());

    private EncryptedListener() {}

    /** Opens what the settings ask for; throws {@link StartException} when it cannot. */
    static Optional<HttpListener> open(
            Settings settings, Telemetry telemetry, List<HttpModule> modules, ErrorPages pages) {
        return ServerCertificate.of(settings, ServerSettings.TLS_CERTIFICATE, ServerSettings.TLS_KEY)
                .map(certificate -> open(settings, telemetry, modules, pages, certificate));
    }

    private static HttpListener open(
            Settings settings,
            Telemetry telemetry,
            List<HttpModule> modules,
            ErrorPages pages,
            ServerCertificate certificate) {
        String host = settings.value(ServerSettings.TLS_HOST);
        int port = settings.value(ServerSettings.TLS_PORT);
        if (Server.isFree(new InetSocketAddress(host, port))) {
            HttpListener listener = HttpListener.start(
                    settings,
                    new HttpListener.Place(host, port, Optional.of(certificate)),
                    telemetry.metrics(),
                    telemetry.metrics().connections(),
                    telemetry.logs(),
                    telemetry.tracing(),
                    modules,
                    pages);
            if (listener.listening()) {
                LOGGER.info(() -> "Answers with TLS at port " + listener.port() + " too.");
                return listener;
            }
        }
        throw new StartException("Cannot listen on " + host + " port " + port
                + " with TLS, it is taken or not allowed: set server.tls.port to another, or to 0 for a free one.");
    }
}
