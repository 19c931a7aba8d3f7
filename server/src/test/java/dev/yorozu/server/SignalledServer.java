package dev.yorozu.server;

import dev.yorozu.server.boot.Server;
import dev.yorozu.server.boot.StandardSettings;
import dev.yorozu.server.boot.Telemetry;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.config.SettingsReader;
import java.util.List;

/** A process that serves until it is told to stop. */
final class SignalledServer {
    private SignalledServer() {}

    public static void main(String[] arguments) throws Exception {
        Settings settings = new SettingsReader(StandardSettings.schema())
                .flag("server.port", "--port", "0")
                .read();
        FailingStore store = new FailingStore();
        try (Telemetry telemetry = Telemetry.start(settings)) {
            Server server = Server.start(settings, telemetry, telemetry.meter(store), List.of());
            server.stopOnSignal();
            System.out.println("Yorozu is ready at " + server.url());
            server.runUntilSignal();
            System.out.println(store.isClosed() ? "The store is closed" : "The store is open");
        }
        System.exit(0);
    }
}
