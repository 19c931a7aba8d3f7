package dev.yorozu.server.cli;

import dev.yorozu.server.admin.accounts.AccountDraft;
import dev.yorozu.server.admin.accounts.AccountLine;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Makes an account. */
@Command(name = "create", mixinStandardHelpOptions = true, description = "Make an account.")
final class CreateUserCommand implements Callable<Integer> {
    private final Console console;

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

    @Mixin
    private final Answer answer = new Answer();

    @Mixin
    private final Access access = new Access();

    CreateUserCommand(Console console) {
        this.console = console;
    }

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
        NewPassword.Chosen chosen = password.choose(console);
        AccountDraft draft = new AccountDraft(login, username, email, chosen.text(), admin);
        AccountLine made = AccountText.require(access.accounts(true, desk -> desk.create(draft)), login);
        AccountText.print(
                console,
                answer,
                made,
                chosen,
                "Made the account " + made.id() + " of " + ValueText.printable(made.loginId())
                        + (admin ? ", an administrator" : ""));
        return Yorozu.DONE;
    }
}
