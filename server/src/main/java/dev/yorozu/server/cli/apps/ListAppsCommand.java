package dev.yorozu.server.cli.apps;

import dev.yorozu.server.cli.command.TableCommand;
import dev.yorozu.server.cli.text.Moments;
import dev.yorozu.server.cli.text.Table;
import dev.yorozu.server.operate.apps.AppOperations;
import dev.yorozu.server.operate.apps.AppOperations.AppList;
import dev.yorozu.server.operate.transport.Nothing;
import picocli.CommandLine.Command;

/** Lists apps. */
@Command(name = "list", description = "List the apps, their credentials, and what each keeps.")
final class ListAppsCommand extends TableCommand {
    @Override
    public Integer call() {
        AppList list = call(AppOperations.LIST, new Nothing());
        return print(list, () -> table(list));
    }

    private void table(AppList list) {
        if (list.apps().isEmpty()) {
            println("There are no apps: ./yorozu app create NAME makes one.");
            return;
        }
        Table table = new Table("NAME", "CREDENTIALS", ">KEYS", ">BYTES", "MADE", "SETTINGS");
        list.apps()
                .forEach(each -> table.row(
                        each.name(),
                        String.join(" ", each.credentials()),
                        "%,d".formatted(each.keys()),
                        "%,d".formatted(each.bytes()),
                        Moments.text(each.made()),
                        each.declared() ? "by the file" : "own"));
        table.print(console());
    }
}
