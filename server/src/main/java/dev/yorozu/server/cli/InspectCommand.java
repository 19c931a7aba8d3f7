package dev.yorozu.server.cli;

import dev.yorozu.server.admin.tokens.Inspection;
import dev.yorozu.server.admin.tokens.TokenJson;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Says what there is to know of a token. It is read from the standard input alone: arguments are seen by others. */
@Command(
        name = "inspect",
        mixinStandardHelpOptions = true,
        description = {
            "Read an access token or refresh token from the standard input, and say whose it is and whether it is live.",
            "Nothing is spent by it."
        },
        exitCodeListHeading = "%nStatus:%n",
        exitCodeList = {" 0:the token is live", " 1:it is not", " 2:wrong use"})
final class InspectCommand implements Callable<Integer> {
    private static final int LONGEST = 100_000;

    private final Console console;

    @Spec
    @SuppressWarnings("NullAway.Init") // Set by picocli before the command runs.
    private CommandSpec spec;

    @Parameters(hidden = true, arity = "0..*")
    private List<String> arguments = List.of();

    @Mixin
    private final TableAnswer answer = new TableAnswer();

    @Mixin
    private final Access access = new Access();

    InspectCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        if (!arguments.isEmpty()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "A token is not taken from the arguments, which other users and the shell's history see: give it on"
                            + " the standard input");
        }
        String token = console.read(LONGEST).strip();
        if (token.isEmpty()) {
            throw new ParameterException(spec.commandLine(), "There was no token on the standard input");
        }
        Inspection inspection = access.use(operations -> operations.tokens().inspect(token));
        if (answer.json()) {
            console.out().println(TokenJson.json(inspection).toPrettyString());
        } else {
            print(inspection, InstantSource.system().instant());
        }
        return inspection.live() ? Yorozu.DONE : Yorozu.REFUSED;
    }

    private void print(Inspection inspection, Instant now) {
        console.out()
                .println(console.bold(kind(inspection.kind()) + (inspection.live() ? ": live" : ": not live")) + ". "
                        + inspection.finding().sentence());
        line(
                "user",
                inspection
                        .user()
                        .map(user -> user
                                + inspection
                                        .loginId()
                                        .map(name -> " (" + name + ")")
                                        .orElse("")));
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
        value.ifPresent(text ->
                console.out().println("  " + name + " ".repeat(8 - name.length()) + ValueText.printable(text)));
    }
}
