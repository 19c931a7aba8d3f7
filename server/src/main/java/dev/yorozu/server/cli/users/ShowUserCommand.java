package dev.yorozu.server.cli.users;

import dev.yorozu.server.cli.command.OperatorCommand;
import dev.yorozu.server.cli.command.Status;
import dev.yorozu.server.operate.tokens.TokenOperations.User;
import dev.yorozu.server.operate.users.AccountSummary;
import dev.yorozu.server.operate.users.UserOperations;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Shows one account. */
@Command(name = "show", description = "Show the user's account, named by id, login id or e-mail address.")
final class ShowUserCommand extends OperatorCommand {
    @ParentCommand
    @SuppressWarnings("NullAway.Init") // Set by picocli before the command runs.
    private UserCommand user;

    @Option(names = "--json", description = "Print one line of JSON")
    private boolean json;

    @Override
    public Integer call() {
        AccountSummary account = access().use(operator -> operator.call(UserOperations.FIND, new User(user.user())))
                .orElseThrow(() -> AccountText.unknown(user.user()));
        if (json) {
            printJson(List.of(account));
        } else {
            AccountText.print(console(), List.of(account));
        }
        return Status.DONE;
    }
}
