package dev.yorozu.server.cli.users;

import dev.yorozu.server.cli.command.AnsweringCommand;
import dev.yorozu.server.cli.text.ValueText;
import dev.yorozu.server.operate.users.AccountSummary;
import dev.yorozu.server.operate.users.UserOperations;
import dev.yorozu.server.operate.users.UserOperations.EnableRequest;
import picocli.CommandLine.Command;

/** Enables an account, or disables it. */
abstract sealed class EnableUserCommand extends AnsweringCommand {
    private final boolean enabled;

    EnableUserCommand(boolean enabled) {
        this.enabled = enabled;
    }

    @Override
    public Integer call() {
        UserCommand user = UserCommand.of(spec());
        AccountSummary account = AccountText.require(
                access().use(operator -> operator.call(UserOperations.ENABLE, new EnableRequest(user.user(), enabled))),
                user.user());
        return print(account, ValueText.printable(account.loginId()) + (enabled ? " is enabled" : " is disabled"));
    }

    @Command(name = "enable", description = "Let the user sign in again.")
    static final class Enable extends EnableUserCommand {
        Enable() {
            super(true);
        }
    }

    @Command(name = "disable", description = "No longer let the user sign in, and end all that lives of theirs.")
    static final class Disable extends EnableUserCommand {
        Disable() {
            super(false);
        }
    }
}
