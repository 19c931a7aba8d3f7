package dev.yorozu.server.cli;

import dev.yorozu.server.admin.accounts.AccountJson;
import dev.yorozu.server.admin.accounts.AccountLine;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParentCommand;

/** Disables an account. */
@Command(
        name = "disable",
        mixinStandardHelpOptions = true,
        description = "No longer let the user sign in, and end all that lives of theirs.")
final class DisableUserCommand implements Callable<Integer> {
    private final Console console;

    @ParentCommand
    @SuppressWarnings("NullAway.Init") // Set by picocli before the command runs.
    private UserCommand user;

    @Mixin
    private final Answer answer = new Answer();

    @Mixin
    private final Access access = new Access();

    DisableUserCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        AccountLine line =
                AccountText.require(access.accounts(false, desk -> desk.enable(user.user(), false)), user.user());
        answer.print(console, AccountJson.json(line), ValueText.printable(line.loginId()) + " is disabled");
        return Yorozu.DONE;
    }
}
