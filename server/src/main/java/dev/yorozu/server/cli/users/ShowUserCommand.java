package dev.yorozu.server.cli.users;

import dev.yorozu.server.cli.command.OperatorCommand;
import dev.yorozu.server.cli.command.Status;
import dev.yorozu.server.operate.tokens.TokenOperations.User;
import dev.yorozu.server.operate.users.AccountSummary;
import dev.yorozu.server.operate.users.UserOperations;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Shows one account. */
@Command(name = "show", description = "Show the user's account, named by id, login id or e-mail address.")
final class ShowUserCommand extends OperatorCommand {
    @Option(names = "--json", description = "Print one line of JSON")
    private boolean json;

    @Override
    public Integer call() {
        UserCommand user = UserCommand.of(spec());
        AccountSummary account = access().use(operator -> operator.call(UserOperations.FIND, new User(user.user())))
                .orElseThrow(user::unknown);
        if (json) {
            printJson(List.of(account));
        } else {
            AccountText.print(console(), List.of(account));
        }
        return Status.DONE;
    }
}
