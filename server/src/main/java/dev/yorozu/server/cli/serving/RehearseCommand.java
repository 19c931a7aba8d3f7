package dev.yorozu.server.cli.serving;

import dev.yorozu.secret.RandomTokens;
import dev.yorozu.server.boot.Serving;
import dev.yorozu.server.boot.StandardSettings;
import dev.yorozu.server.cli.command.ConsoleCommand;
import dev.yorozu.server.cli.command.Status;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.config.SettingsReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Serves for a moment, and asks itself what people ask most: what {@link PrepareCommand} lets Java watch. */
@Command(name = "rehearse", hidden = true, description = "Start a server, call it a few times, and stop it.")
public final class RehearseCommand extends ConsoleCommand {
    private static final int TIMES = 20;
    /** Long after any answer must have come, even on a machine that is busy with much else. */
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private static final List<String> PATHS = List.of("/", "/healthz", "/metrics", "/console");

    @Option(names = "--data", paramLabel = "DIR", required = true, description = "Where it keeps its data")
    private Path data = Path.of("");

    @Override
    public Integer call() throws InterruptedException {
        Settings settings = new SettingsReader(StandardSettings.schema())
                .withoutFile()
                .flag("data", "--data", data.toString())
                .flag("server.port", "the rehearsal", "0")
                .read();
        new Serving(settings, RandomTokens.secure(), InstantSource.system())
                .use(List.of(), (store, directory) -> {}, (server, modules, note) -> visit(server.url()));
        return Status.DONE;
    }

    private static void visit(URI server) {
        try {
            for (int i = 0; i < TIMES; i++) {
                for (String path : PATHS) {
                    ask(server.resolve(path));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void ask(URI address) throws IOException {
        HttpURLConnection connection = (HttpURLConnection) address.toURL().openConnection();
        connection.setInstanceFollowRedirects(false);
        connection.setConnectTimeout((int) PATIENCE.toMillis());
        connection.setReadTimeout((int) PATIENCE.toMillis());
        if (connection.getResponseCode() < 400) {
            try (InputStream body = connection.getInputStream()) {
                body.readAllBytes();
            }
        }
    }
}
