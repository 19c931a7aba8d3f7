package dev.yorozu.server.cli.apps;

import dev.yorozu.server.cli.command.AnsweringCommand;
import dev.yorozu.server.cli.command.Refused;
import dev.yorozu.server.operate.apps.AppOperations;
import dev.yorozu.server.operate.apps.AppSummary;
import dev.yorozu.server.operate.transport.OperateJson;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Shows one app. */
@Command(
        name = "show",
        description = "Show the settings of an app, as app settings takes them, with --json also what it keeps.")
final class ShowAppCommand extends AnsweringCommand {
    @Parameters(paramLabel = "NAME", description = "The app")
    private String name = "";

    @Override
    public Integer call() {
        AppSummary app = call(AppOperations.SHOW, new AppOperations.Name(name))
                .orElseThrow(() -> new Refused("There is no app " + name + "."));
        return print(
                app,
                OperateJson.parse(app.settings().getBytes(StandardCharsets.UTF_8))
                        .toPrettyString());
    }
}
