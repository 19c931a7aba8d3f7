package dev.yorozu.server.cli.users;

import dev.yorozu.server.cli.command.AnsweringCommand;
import dev.yorozu.server.cli.command.Refused;
import dev.yorozu.server.cli.text.ValueText;
import dev.yorozu.server.operate.users.AccountDraft;
import dev.yorozu.server.operate.users.AccountSummary;
import dev.yorozu.server.operate.users.UserOperations;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Makes an account. */
@Command(name = "create", description = "Make an account.")
final class CreateUserCommand extends AnsweringCommand {
    @Parameters(
            paramLabel = "LOGIN",
            arity = "0..1",
            description = "What the user signs in with (default of an administrator: admin)")
    private String login = "";

    @Option(
            names = "--email",
            paramLabel = "ADDRESS",
            description = "The user's e-mail address (default of an administrator: LOGIN@localhost)")
    private String email = "";

    @Option(names = "--username", paramLabel = "NAME", description = "What the user is called (default: the login)")
    private String username = "";

    @Option(names = "--admin", description = "Let the user look after all others")
    private boolean admin;

    @Mixin
    private final NewPassword password = new NewPassword();

    @Override
    public Integer call() {
        if (admin) {
            login = login.isEmpty() ? "admin" : login;
            email = email.isEmpty() ? login + "@localhost" : email;
        }
        if (login.isEmpty() || email.isEmpty()) {
            throw new Refused(
                    "Say who it is: ./yorozu user create LOGIN --email ADDRESS, or --admin alone for the first"
                            + " administrator.");
        }
        NewPassword.Chosen chosen = password.choose(console());
        AccountDraft draft = new AccountDraft(login, username, email, chosen.text(), admin);
        AccountSummary made =
                AccountText.require(access().useOrMake(operator -> operator.call(UserOperations.CREATE, draft)), login);
        return print(
                AccountText.json(made, chosen),
                "Made the account " + made.id() + " of " + ValueText.printable(made.loginId())
                        + (admin ? ", an administrator" : "")
                        + chosen.notice());
    }
}
