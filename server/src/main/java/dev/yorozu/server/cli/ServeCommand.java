package dev.yorozu.server.cli;

import dev.yorozu.secret.RandomTokens;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.config.SettingsReader;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Opens the store and serves it until a signal asks to stop. */
@Command(
        name = "serve",
        mixinStandardHelpOptions = true,
        description = "Start the server; it stops at SIGTERM or Ctrl-C.")
final class ServeCommand implements Callable<Integer> {
    private final Console console;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            description = "Port to listen on; 0 takes a free one (default: 8080)")
    private @Nullable String port;

    @Option(names = "--host", paramLabel = "HOST", description = "Address to listen on (default: 127.0.0.1)")
    private @Nullable String host;

    @Mixin
    private final StoreOptions options = new StoreOptions();

    ServeCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws InterruptedException {
        Serving serving = new Serving(settings(), RandomTokens.secure(), InstantSource.system());
        serving.run(List.of(), (store, directory) -> {}, url -> console.out().println("Yorozu is ready at " + url));
        return Yorozu.DONE;
    }

    private Settings settings() {
        SettingsReader reader = options.reader();
        if (port != null) {
            reader.flag("server.port", "--port", port);
        }
        if (host != null) {
            reader.flag("server.host", "--host", host);
        }
        return reader.read();
    }
}
