package dev.yorozu.server.cli;

import dev.yorozu.server.admin.accounts.AccountJson;
import dev.yorozu.server.admin.accounts.AccountLine;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Shows one account. */
@Command(
        name = "show",
        mixinStandardHelpOptions = true,
        description = "Show the user's account, named by id, login id or e-mail address.")
final class ShowUserCommand implements Callable<Integer> {
    private final Console console;

    @ParentCommand
    @SuppressWarnings("NullAway.Init") // Set by picocli before the command runs.
    private UserCommand user;

    @Option(names = "--json", description = "Print one line of JSON")
    private boolean json;

    @Mixin
    private final Access access = new Access();

    ShowUserCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        AccountLine line = access.accounts(false, desk -> desk.find(user.user()))
                .orElseThrow(() -> AccountText.unknown(user.user()));
        if (json) {
            console.out().println(AccountJson.json(line));
        } else {
            AccountText.print(console, List.of(line));
        }
        return Yorozu.DONE;
    }
}
