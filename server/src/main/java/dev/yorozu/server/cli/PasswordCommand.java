package dev.yorozu.server.cli;

import dev.yorozu.server.admin.accounts.AccountLine;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParentCommand;

/** Sets another password. */
@Command(
        name = "password",
        mixinStandardHelpOptions = true,
        description = "Set another password for the user, and end all that lives of theirs.")
final class PasswordCommand implements Callable<Integer> {
    private final Console console;

    @ParentCommand
    @SuppressWarnings("NullAway.Init") // Set by picocli before the command runs.
    private UserCommand user;

    @Mixin
    private final NewPassword password = new NewPassword();

    @Mixin
    private final Answer answer = new Answer();

    @Mixin
    private final Access access = new Access();

    PasswordCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        NewPassword.Chosen chosen = password.choose(console);
        AccountLine line = AccountText.require(
                access.accounts(false, desk -> desk.setPassword(user.user(), chosen.text())), user.user());
        AccountText.print(
                console, answer, line, chosen, "Set another password for " + ValueText.printable(line.loginId()));
        return Yorozu.DONE;
    }
}
