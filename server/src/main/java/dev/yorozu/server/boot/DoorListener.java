package dev.yorozu.server.boot;

import dev.yorozu.server.config.ServerSettings;
import dev.yorozu.server.config.Setting;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.config.StartException;
import dev.yorozu.server.doors.upstash.UpstashDoorSettings;
import dev.yorozu.server.doors.upstash.UpstashModule;
import dev.yorozu.server.http.HttpModule;
import dev.yorozu.server.http.listener.HttpListener;
import dev.yorozu.server.pages.ErrorPage;
import dev.yorozu.server.systems.Host;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;

/** Lets a door over HTTP answer on a port of its own, with the limits of the server. */
final class DoorListener {
    private DoorListener() {}

    /** Opens what the settings ask for; throws {@link StartException} when it cannot listen there. */
    static Optional<HttpListener> open(Host host, Telemetry telemetry) {
        return UpstashModule.apart(host)
                .map(door -> open(host.settings(), UpstashDoorSettings.PORT, telemetry, "upstash", door));
    }

    /** @param name the door's, for metrics */
    private static HttpListener open(
            Settings settings, Setting<Integer> port, Telemetry telemetry, String name, HttpModule door) {
        String host = settings.value(ServerSettings.HOST);
        int number = settings.value(port);
        if (!Server.isFree(new InetSocketAddress(host, number))) {
            throw cannotListen(host, number, port);
        }
        HttpListener listener = HttpListener.start(
                settings,
                new HttpListener.Place(host, number, Optional.empty()),
                telemetry.metrics(),
                telemetry.metrics().doorConnections(name),
                telemetry.logs(),
                telemetry.tracing(),
                List.of(door),
                new ErrorPage(List.of()));
        if (!listener.listening()) {
            throw cannotListen(host, number, port);
        }
        return listener;
    }

    private static StartException cannotListen(String host, int number, Setting<Integer> port) {
        return new StartException("Cannot listen on " + host + " port " + number + ", it is taken or not allowed: set "
                + port.name() + " to another.");
    }
}
