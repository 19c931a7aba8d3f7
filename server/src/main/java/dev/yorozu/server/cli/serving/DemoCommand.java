package dev.yorozu.server.cli.serving;

import dev.yorozu.secret.RandomTokens;
import dev.yorozu.server.boot.Serving;
import dev.yorozu.server.boot.StandardSettings;
import dev.yorozu.server.cli.command.ConsoleCommand;
import dev.yorozu.server.cli.command.Status;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.config.SettingsReader;
import dev.yorozu.server.demo.Demo;
import dev.yorozu.server.pages.Language;
import java.net.URI;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Serves with a practice identity provider and sample state, for trying everything without any account.
 *
 * <p>Whoever reaches it can sign in as anybody, so that it listens to this machine alone. It reads no settings file and no
 * environment, so that it never meets the data or the secrets of a real server.
 */
@Command(
        name = "demo",
        description = {
            "Start a server to try things on: sign-in without any account, and sample state.",
            "For practice only. It listens to this machine alone, reads no settings, and keeps its data apart."
        })
public final class DemoCommand extends ConsoleCommand {
    @Option(
            names = "--port",
            paramLabel = "PORT",
            description = "Port to listen on; 0 takes a free one (default: 8080, or a free one when it is taken)")
    private @Nullable String port;

    @Option(names = "--data", paramLabel = "DIR", description = "Data directory of the demo (default: ./demo)")
    private String data = "demo";

    @Override
    public Integer call() throws InterruptedException {
        RandomTokens random = RandomTokens.secure();
        InstantSource clock = InstantSource.system();
        Demo demo = new Demo(port(), Serving.dataDirectory(settings(List.of())), random, clock);
        Settings settings = settings(demo.settings());
        new Serving(settings, random, clock)
                .run(
                        demo.modules(settings),
                        (store, directory) -> demo.fill(settings, store, directory),
                        url -> welcome(url, demo));
        return Status.DONE;
    }

    private int port() {
        Settings wanted = settings(port == null ? List.of() : List.of(new Demo.Value("server.port", port)));
        return Demo.port(wanted, port != null);
    }

    private Settings settings(List<Demo.Value> values) {
        SettingsReader reader =
                new SettingsReader(StandardSettings.schema()).withoutFile().flag("data", "--data", data);
        for (Demo.Value value : values) {
            reader.flag(value.name(), value.name().equals("server.port") ? "--port" : "the demo", value.text());
        }
        return reader.read();
    }

    private void welcome(URI url, Demo demo) {
        Language language = Language.of(Locale.getDefault(Locale.Category.DISPLAY));
        println(language.text("demo.ready", url.toString()));
        println(console().bold(language.text("demo.practice")));
        for (String step : List.of("signIn", "second", "end", "share", "users", "patreon")) {
            println("  · " + language.text("demo.try." + step, url.toString()));
        }
        println(language.text("demo.accounts", url + "/tokens/", url + "/users/"));
        demo.accounts()
                .entries()
                .forEach(each -> println("  %-6s %-18s %s".formatted(each.loginId(), each.email(), each.password())));
        println(language.text("demo.commands"));
        println("  ./yorozu stats --data " + data);
        println("  ./yorozu audit --since 1d --data " + data);
        println("  ./yorozu shell --data " + data);
        println("  " + demo.door().command());
        println(console().faint(language.text("demo.stop", data)));
    }
}
