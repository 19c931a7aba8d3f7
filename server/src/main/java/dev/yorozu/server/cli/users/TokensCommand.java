package dev.yorozu.server.cli.users;

import dev.yorozu.server.cli.command.TableCommand;
import dev.yorozu.server.cli.text.Amounts;
import dev.yorozu.server.cli.text.Moments;
import dev.yorozu.server.cli.text.Table;
import dev.yorozu.server.cli.text.ValueText;
import dev.yorozu.server.operate.tokens.LoginSummary;
import dev.yorozu.server.operate.tokens.TokenOperations;
import dev.yorozu.server.operate.tokens.TokenOperations.User;
import dev.yorozu.server.operate.tokens.UserLogins;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;

/** Lists a user's logins by tokens. The tokens themselves are shown to nobody. */
@Command(
        name = "tokens",
        description = {
            "List the user's logins by tokens, newest first, with the ids of their access tokens.",
            "The user is named by id, login id or e-mail address."
        })
final class TokensCommand extends TableCommand {
    @Override
    public Integer call() {
        UserCommand user = UserCommand.of(spec());
        UserLogins logins = access().use(operator -> operator.call(TokenOperations.LIST, new User(user.user())))
                .orElseThrow(user::unknown);
        return print(logins, () -> print(logins, InstantSource.system().instant()));
    }

    private void print(UserLogins logins, Instant now) {
        if (logins.logins().isEmpty()) {
            println("No logins");
            return;
        }
        Table table = new Table("LOGIN", "DEVICE", "BEGAN", "RENEWED", ">REFRESH LIFE", "ACCESS TOKENS");
        for (LoginSummary line : logins.logins()) {
            table.row(
                    line.id(),
                    ValueText.printable(line.deviceText()),
                    Moments.text(line.began()),
                    Moments.text(line.issued()),
                    left(line.ends(), now),
                    line.access().isEmpty()
                            ? "–"
                            : line.access().stream()
                                    .map(each -> text(each, now))
                                    .collect(Collectors.joining(", ")));
        }
        table.print(console());
    }

    private static String text(dev.yorozu.token.Access token, Instant now) {
        return ValueText.printable(token.id()) + " (" + left(token.endsAt(), now) + ")";
    }

    private static String left(Instant end, Instant now) {
        Duration left = Duration.between(now, end);
        return left.isPositive() ? Amounts.duration(left) : "ended";
    }
}
