package dev.yorozu.server.cli;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Ends a user's sessions and logins by tokens, all of them or all but one. */
@Command(
        name = "revoke",
        mixinStandardHelpOptions = true,
        description = "End the user's sessions and logins by tokens.")
final class RevokeCommand implements Callable<Integer> {
    private final Console console;

    @ParentCommand
    @SuppressWarnings("NullAway.Init") // Set by picocli before the command runs.
    private UserCommand user;

    @Mixin
    private final SystemOption system = new SystemOption();

    @Option(
            names = "--except",
            paramLabel = "CURRENT",
            description = "Keep this one, named as 'sessions' or 'tokens' shows it")
    private @Nullable String except;

    @Mixin
    private final Access access = new Access();

    RevokeCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        OptionalInt ended = access.use(
                operations -> operations.revoke(user.user(), system.chosen(operations), Optional.ofNullable(except)));
        if (ended.isEmpty()) {
            throw new Refused("The user has no session or login of that name to keep, and none was ended:"
                    + " 'sessions' and 'tokens' show their names.");
        }
        int count = ended.getAsInt();
        console.out().println("Ended " + Amounts.count(count) + (count == 1 ? " session" : " sessions"));
        return Yorozu.DONE;
    }
}
