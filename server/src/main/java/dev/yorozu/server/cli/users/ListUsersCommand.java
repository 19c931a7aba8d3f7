package dev.yorozu.server.cli.users;

import dev.yorozu.server.cli.command.OperatorCommand;
import dev.yorozu.server.cli.command.Status;
import dev.yorozu.server.operate.transport.Operations;
import dev.yorozu.server.operate.users.AccountSummary;
import dev.yorozu.server.operate.users.UserOperations;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Lists all accounts. */
@Command(name = "list", description = "List all accounts, the oldest first.")
final class ListUsersCommand extends OperatorCommand {
    @Option(names = "--json", description = "Print one line of JSON for each account")
    private boolean json;

    @Override
    public Integer call() {
        List<AccountSummary> accounts = access().use(ListUsersCommand::all);
        if (json) {
            printJson(accounts);
        } else if (accounts.isEmpty()) {
            println("No accounts");
        } else {
            AccountText.print(console(), accounts);
        }
        return Status.DONE;
    }

    private static List<AccountSummary> all(Operations operations) {
        List<AccountSummary> all = new ArrayList<>();
        List<AccountSummary> page = list(operations, "");
        while (!page.isEmpty()) {
            all.addAll(page);
            page = list(operations, Long.toString(page.getLast().id()));
        }
        return all;
    }

    private static List<AccountSummary> list(Operations operations, String behind) {
        return operations
                .call(UserOperations.LIST, new UserOperations.ListRequest(behind))
                .accounts();
    }
}
