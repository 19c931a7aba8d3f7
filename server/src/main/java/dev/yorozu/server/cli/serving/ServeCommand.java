package dev.yorozu.server.cli.serving;

import dev.yorozu.secret.RandomTokens;
import dev.yorozu.server.boot.Serving;
import dev.yorozu.server.cli.command.ConsoleCommand;
import dev.yorozu.server.cli.command.Status;
import dev.yorozu.server.cli.command.StoreOptions;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.config.SettingsReader;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Opens the store and serves it until a signal asks to stop. */
@Command(name = "serve", description = "Start the server; it stops at SIGTERM or Ctrl-C.")
public final class ServeCommand extends ConsoleCommand {
    @Option(
            names = "--port",
            paramLabel = "PORT",
            description = "Port to listen on; 0 takes a free one (default: 8080)")
    private @Nullable String port;

    @Option(names = "--host", paramLabel = "HOST", description = "Address to listen on (default: 127.0.0.1)")
    private @Nullable String host;

    @Mixin
    private final StoreOptions options = new StoreOptions();

    @Override
    public Integer call() throws InterruptedException {
        Serving serving = new Serving(settings(), RandomTokens.secure(), InstantSource.system());
        serving.run(List.of(), (store, directory) -> {}, url -> println("Yorozu is ready at " + url));
        return Status.DONE;
    }

    private Settings settings() {
        SettingsReader reader = options.reader();
        Optional.ofNullable(port).ifPresent(value -> reader.flag("server.port", "--port", value));
        Optional.ofNullable(host).ifPresent(value -> reader.flag("server.host", "--host", value));
        return reader.read();
    }
}
