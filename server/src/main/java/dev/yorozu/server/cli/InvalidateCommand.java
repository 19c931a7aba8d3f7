package dev.yorozu.server.cli;

import dev.yorozu.server.admin.OperationsJson;
import java.time.Instant;
import java.time.InstantSource;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Ends everything that was issued to a user before a moment. */
@Command(
        name = "invalidate-before",
        mixinStandardHelpOptions = true,
        description = {
            "End all of the user's tokens that were issued before a time.",
            "The user is named by id, login id or e-mail address."
        })
final class InvalidateCommand implements Callable<Integer> {
    private final Console console;

    @Spec
    @SuppressWarnings("NullAway.Init") // Set by picocli before the command runs.
    private CommandSpec spec;

    @ParentCommand
    @SuppressWarnings("NullAway.Init") // Set by picocli before the command runs.
    private UserCommand user;

    @Parameters(paramLabel = "TIME", description = Moments.FORMS + ", or unix seconds; not in the future")
    private String time = "";

    @Mixin
    private final Answer answer = new Answer();

    @Mixin
    private final Access access = new Access();

    InvalidateCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        Instant now = InstantSource.system().instant();
        Instant moment = Moments.parseAny(time, now)
                .orElseThrow(() -> new ParameterException(
                        spec.commandLine(), "TIME must be " + Moments.FORMS + ", or unix seconds, not " + time));
        if (moment.isAfter(now)) {
            throw new ParameterException(spec.commandLine(), "TIME must not be in the future");
        }
        OptionalInt ended = access.use(operations -> operations.tokens().invalidateBefore(user.user(), moment));
        int count = ended.orElseThrow(user::unknown);
        answer.print(
                console,
                OperationsJson.object().put("before", moment.toString()).put("ended", count),
                "Nothing issued before " + Moments.text(moment) + " counts any more: ended " + Amounts.count(count)
                        + (count == 1 ? " login" : " logins"));
        return Yorozu.DONE;
    }
}
