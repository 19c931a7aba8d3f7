package dev.yorozu.server.cli;

import dev.yorozu.server.admin.tokens.LoginLine;
import dev.yorozu.server.admin.tokens.TokenJson;
import dev.yorozu.server.admin.tokens.UserLogins;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParentCommand;

/** Lists a user's logins by tokens. The tokens themselves are shown to nobody. */
@Command(
        name = "tokens",
        mixinStandardHelpOptions = true,
        description = {
            "List the user's logins by tokens, newest first, with the ids of their access tokens.",
            "The user is named by id, login id or e-mail address."
        })
final class TokensCommand implements Callable<Integer> {
    private final Console console;

    @ParentCommand
    @SuppressWarnings("NullAway.Init") // Set by picocli before the command runs.
    private UserCommand user;

    @Mixin
    private final TableAnswer answer = new TableAnswer();

    @Mixin
    private final Access access = new Access();

    TokensCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        UserLogins logins = this.access
                .use(operations -> operations.tokens().logins(user.user()))
                .orElseThrow(user::unknown);
        if (answer.json()) {
            console.out().println(TokenJson.json(logins).toPrettyString());
        } else {
            print(logins, InstantSource.system().instant());
        }
        return Yorozu.DONE;
    }

    private void print(UserLogins logins, Instant now) {
        if (logins.logins().isEmpty()) {
            console.out().println("No logins");
            return;
        }
        Table table = new Table(
                Table.Column.left("LOGIN"),
                Table.Column.left("DEVICE"),
                Table.Column.left("BEGAN"),
                Table.Column.left("RENEWED"),
                Table.Column.right("REFRESH LIFE"),
                Table.Column.left("ACCESS TOKENS"));
        for (LoginLine line : logins.logins()) {
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
        table.print(console);
    }

    private static String text(dev.yorozu.token.Access token, Instant now) {
        return ValueText.printable(token.id()) + " (" + left(token.endsAt(), now) + ")";
    }

    private static String left(Instant end, Instant now) {
        Duration left = Duration.between(now, end);
        return left.isPositive() ? Amounts.duration(left) : "ended";
    }
}
