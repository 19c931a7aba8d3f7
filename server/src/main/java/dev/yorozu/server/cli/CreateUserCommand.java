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

    @Parameters(paramLabel = "LOGIN", description = "What the user signs in with")
    private String login = "";

    @Option(names = "--email", paramLabel = "ADDRESS", required = true, description = "The user's e-mail address")
    private String email = "";

    @Option(names = "--username", paramLabel = "NAME", description = "What the user is called (default: the login)")
    private String username = "";

    @Option(names = "--admin", description = "Let the user look after all others")
    private boolean admin;

    @Mixin
    private final NewPassword password = new NewPassword();

    @Mixin
    private final Access access = new Access();

    CreateUserCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        NewPassword.Chosen chosen = password.choose(console);
        AccountDraft draft = new AccountDraft(login, username, email, chosen.text(), admin);
        AccountLine made = AccountText.require(access.accounts(true, desk -> desk.create(draft)), login);
        console.out()
                .println("Made the account " + made.id() + " of " + ValueText.printable(made.loginId())
                        + (admin ? ", an administrator" : ""));
        chosen.notice().ifPresent(console.out()::println);
        return Yorozu.DONE;
    }
}
