package dev.yorozu.server.cli;

import dev.yorozu.server.admin.accounts.AccountDesk;
import dev.yorozu.server.admin.accounts.AccountJson;
import dev.yorozu.server.admin.accounts.AccountLine;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Lists all accounts. */
@Command(name = "list", mixinStandardHelpOptions = true, description = "List all accounts, the oldest first.")
final class ListUsersCommand implements Callable<Integer> {
    private final Console console;

    @Option(names = "--json", description = "Print one line of JSON for each account")
    private boolean json;

    @Mixin
    private final Access access = new Access();

    ListUsersCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        List<AccountLine> accounts = access.accounts(false, ListUsersCommand::all);
        if (json) {
            accounts.forEach(line -> console.out().println(AccountJson.json(line)));
        } else if (accounts.isEmpty()) {
            console.out().println("No accounts");
        } else {
            AccountText.print(console, accounts);
        }
        return Yorozu.DONE;
    }

    private static List<AccountLine> all(AccountDesk desk) {
        List<AccountLine> all = new ArrayList<>();
        List<AccountLine> page = desk.list(0);
        while (!page.isEmpty()) {
            all.addAll(page);
            page = desk.list(page.getLast().id());
        }
        return all;
    }
}
