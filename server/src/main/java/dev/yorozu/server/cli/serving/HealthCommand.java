package dev.yorozu.server.cli.serving;

import dev.yorozu.server.cli.command.ConsoleCommand;
import dev.yorozu.server.cli.command.Refused;
import dev.yorozu.server.cli.command.ServerAddress;
import dev.yorozu.server.cli.command.Status;
import dev.yorozu.server.cli.command.StoreOptions;
import dev.yorozu.server.config.StoreSettings;
import dev.yorozu.server.operate.RunningServer;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Asks a server what a balancer would ask: for service managers and containers, which have a status to look at and no HTTP. */
@Command(
        name = "health",
        description = {
            "Ask the server that runs for the data directory whether it is ready for requests (/readyz).",
            "The status is 0 when it is, and 1 when it is not or none runs."
        })
public final class HealthCommand extends ConsoleCommand {
    private static final Duration PAUSE = Duration.ofMillis(100);
    /** Longer than the server gives its own parts to answer. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    @Mixin
    private final StoreOptions options = new StoreOptions();

    @Option(
            names = "--server",
            paramLabel = "URL",
            converter = ServerAddress.class,
            description = "Ask the server at this address instead")
    private @Nullable URI server;

    @Option(
            names = "--within",
            paramLabel = "SECONDS",
            defaultValue = "0",
            description = "Ask again and again until it is ready, for so long (default: ${DEFAULT-VALUE})")
    private long seconds;

    @Override
    public Integer call() throws InterruptedException {
        Path data =
                options.settings().value(StoreSettings.DATA).toAbsolutePath().normalize();
        long began = System.nanoTime();
        while (true) {
            String answer = ask(data);
            if (answer.isEmpty()) {
                println("ready");
                return Status.DONE;
            }
            if (Duration.ofNanos(System.nanoTime() - began).toSeconds() >= seconds) {
                throw new Refused(answer);
            }
            Thread.sleep(PAUSE);
        }
    }

    /** What speaks against sending it requests; empty when nothing does. */
    private String ask(Path data) {
        Optional<URI> address =
                Optional.ofNullable(server).or(() -> RunningServer.find(data).map(RunningServer::url));
        if (address.isEmpty()) {
            return "No server runs for " + data + ".";
        }
        URI readiness = address.get().resolve("/readyz");
        try {
            HttpURLConnection connection = (HttpURLConnection) readiness.toURL().openConnection();
            connection.setConnectTimeout((int) PATIENCE.toMillis());
            connection.setReadTimeout((int) PATIENCE.toMillis());
            int status = connection.getResponseCode();
            connection.disconnect();
            return status == HttpURLConnection.HTTP_OK ? "" : "The server is not ready: " + status + " at " + readiness;
        } catch (IOException unreachable) {
            return "Nothing answers at " + readiness + ".";
        }
    }
}
