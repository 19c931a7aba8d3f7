package dev.yorozu.server.cli.users;

import dev.yorozu.server.cli.command.AnsweringCommand;
import dev.yorozu.server.cli.text.ValueText;
import dev.yorozu.server.operate.users.AccountSummary;
import dev.yorozu.server.operate.users.UserOperations;
import dev.yorozu.server.operate.users.UserOperations.PasswordRequest;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Sets another password. */
@Command(name = "password", description = "Set another password for the user, and end all that lives of theirs.")
final class PasswordCommand extends AnsweringCommand {
    @Mixin
    private final NewPassword password = new NewPassword();

    @Override
    public Integer call() {
        NewPassword.Chosen chosen = password.choose(console());
        UserCommand user = UserCommand.of(spec());
        AccountSummary account = AccountText.require(
                access().use(operator ->
                        operator.call(UserOperations.SET_PASSWORD, new PasswordRequest(user.user(), chosen.text()))),
                user.user());
        return print(
                AccountText.json(account, chosen),
                "Set another password for " + ValueText.printable(account.loginId()) + chosen.notice());
    }
}
