package dev.yorozu.server.cli.users;

import dev.yorozu.server.cli.command.AnsweringCommand;
import dev.yorozu.server.cli.text.Amounts;
import dev.yorozu.server.cli.text.Moments;
import dev.yorozu.server.operate.tokens.TokenOperations;
import dev.yorozu.server.operate.transport.OperateJson;
import java.time.Instant;
import java.time.InstantSource;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Ends everything that was issued to a user before a moment. */
@Command(
        name = "invalidate-before",
        description = {
            "End all of the user's tokens that were issued before a time.",
            "The user is named by id, login id or e-mail address."
        })
final class InvalidateCommand extends AnsweringCommand {
    @Parameters(paramLabel = "TIME", description = Moments.FORMS + ", or unix seconds; not in the future")
    private String time = "";

    @Override
    public Integer call() {
        Instant now = InstantSource.system().instant();
        Instant moment = Moments.parseAny(time, now)
                .orElseThrow(() -> wrong("TIME must be " + Moments.FORMS + ", or unix seconds, not " + time));
        if (moment.isAfter(now)) {
            throw wrong("TIME must not be in the future");
        }
        UserCommand user = UserCommand.of(spec());
        int count = access().use(operator -> operator.call(
                        TokenOperations.INVALIDATE_BEFORE,
                        new TokenOperations.InvalidateRequest(moment.toString(), user.user())))
                .orElseThrow(user::unknown)
                .ended();
        return print(
                OperateJson.object().put("before", moment.toString()).put("ended", count),
                "Nothing issued before " + Moments.text(moment) + " counts any more: ended "
                        + Amounts.of(count, "login"));
    }
}
