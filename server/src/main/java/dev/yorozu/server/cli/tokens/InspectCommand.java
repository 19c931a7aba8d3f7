package dev.yorozu.server.cli.tokens;

import dev.yorozu.server.cli.command.Status;
import dev.yorozu.server.cli.command.TableCommand;
import dev.yorozu.server.cli.text.Amounts;
import dev.yorozu.server.cli.text.Moments;
import dev.yorozu.server.cli.text.ValueText;
import dev.yorozu.server.operate.tokens.Inspection;
import dev.yorozu.server.operate.tokens.TokenOperations;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Says what there is to know of a token. It is read from the standard input alone: arguments are seen by others. */
@Command(
        name = "inspect",
        description = {
            "Read an access token or refresh token from the standard input, and say whose it is and whether it is live.",
            "Nothing is spent by it."
        },
        exitCodeListHeading = "%nStatus:%n",
        exitCodeList = {" 0:the token is live", " 1:it is not", " 2:wrong use"})
final class InspectCommand extends TableCommand {
    private static final int LONGEST = 100_000;

    @Parameters(hidden = true, arity = "0..*")
    private List<String> arguments = List.of();

    @Override
    public Integer call() {
        if (!arguments.isEmpty()) {
            throw wrong(
                    "A token is not taken from the arguments, which other users and the shell's history see: give it on"
                            + " the standard input");
        }
        String token = console().read(LONGEST).strip();
        if (token.isEmpty()) {
            throw wrong("There was no token on the standard input");
        }
        Inspection inspection = call(TokenOperations.INSPECT, new TokenOperations.Token(token));
        print(inspection, () -> print(inspection, InstantSource.system().instant()));
        return inspection.live() ? Status.DONE : Status.REFUSED;
    }

    private void print(Inspection inspection, Instant now) {
        println(console().bold(kind(inspection.kind()) + (inspection.live() ? ": live" : ": not live")) + ". "
                + inspection.finding().sentence());
        String loginId = inspection.loginId().map(name -> " (" + name + ")").orElse("");
        line("user", inspection.user().map(user -> user + loginId));
        line("login", inspection.login());
        line("device", inspection.device());
        line("id", inspection.id());
        line("issued", inspection.issued().map(Moments::text));
        line("ends", inspection.ends().map(end -> Moments.text(end) + ", " + left(end, now)));
    }

    private static String kind(Inspection.Kind kind) {
        return switch (kind) {
            case ACCESS -> "Access token";
            case REFRESH -> "Refresh token";
            case NEITHER -> "No token";
        };
    }

    private static String left(Instant end, Instant now) {
        Duration left = Duration.between(now, end);
        return left.isPositive() ? "in " + Amounts.duration(left) : Amounts.duration(left.abs()) + " ago";
    }

    private void line(String name, Optional<String> value) {
        value.ifPresent(text -> println("  " + name + " ".repeat(8 - name.length()) + ValueText.printable(text)));
    }
}
