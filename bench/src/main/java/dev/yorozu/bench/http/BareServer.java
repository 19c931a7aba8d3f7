package dev.yorozu.bench.http;

import dev.yorozu.server.config.ServerSettings;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.config.SettingsReader;
import dev.yorozu.server.config.SettingsSchema;
import io.helidon.http.Header;
import io.helidon.http.HeaderValues;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.WebServerConfig;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http1.Http1Config;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * Helidon with nothing behind it: listens as Yorozu does, and answers every request with one and
 * the same reply: one that Yorozu sent, kept in a file as it came.
 */
public final class BareServer {
    private BareServer() {}

    public static void main(String[] arguments) throws IOException {
        Answer reply = Answer.of(Files.readAllBytes(Path.of(arguments[0])));
        System.out.println("Ready at http://127.0.0.1:" + start(reply).port());
    }

    static WebServer start(Answer reply) {
        byte[] body = reply.bodyBytes();
        List<Header> headers = reply.headers().stream()
                .filter(header -> !Answer.ofConnection(header))
                .map(BareServer::header)
                .toList();
        return listen().routing(HttpRouting.builder().any((request, response) -> {
                    headers.forEach(response.headers()::set);
                    response.send(body);
                }))
                .build()
                .start();
    }

    private static Header header(String line) {
        int colon = line.indexOf(':');
        return HeaderValues.createCached(
                line.substring(0, colon), line.substring(colon + 1).strip());
    }

    /** The same choices as those of the product's listener by default; only its watch over slow clients is missing. */
    private static WebServerConfig.Builder listen() {
        Settings settings = new SettingsReader(SettingsSchema.of(ServerSettings.GROUP))
                .withoutFile()
                .flag("server.port", "--port", "0")
                .read();
        Duration idle = settings.value(ServerSettings.IDLE_TIMEOUT);
        return WebServer.builder()
                .host(settings.value(ServerSettings.HOST))
                .port(settings.value(ServerSettings.PORT))
                .maxTcpConnections(settings.value(ServerSettings.MAX_CONNECTIONS))
                .maxPayloadSize(2L * settings.value(ServerSettings.MAX_BODY_BYTES) + (1 << 20))
                .idleConnectionTimeout(idle)
                .idleConnectionPeriod(idle.dividedBy(2))
                .connectionOptions(options -> options.tcpNoDelay(true))
                .protocolsDiscoverServices(false)
                .addProtocol(Http1Config.builder()
                        .maxHeadersSize(settings.value(ServerSettings.MAX_HEADER_BYTES))
                        .maxPrologueLength(settings.value(ServerSettings.MAX_URI_BYTES))
                        .sendKeepAliveHeader(false)
                        .validateResponseHeaders(false)
                        .log(log -> log.sendLog(false).receiveLog(false))
                        .build());
    }
}
