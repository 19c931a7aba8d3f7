package dev.yorozu.server.cli;

import dev.yorozu.server.admin.Operations;
import dev.yorozu.server.admin.OperationsJson;
import dev.yorozu.server.admin.SessionLine;
import dev.yorozu.server.admin.tokens.TokenDesk;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Ends a user's sessions and logins by tokens: one, all of them, or all but one. */
@Command(
        name = "revoke",
        mixinStandardHelpOptions = true,
        description = "End the user's sessions and logins by tokens: one of them, all, or all but one.")
final class RevokeCommand implements Callable<Integer> {
    private final Console console;

    @ParentCommand
    @SuppressWarnings("NullAway.Init") // Set by picocli before the command runs.
    private UserCommand user;

    @Spec
    @SuppressWarnings("NullAway.Init") // Set by picocli before the command runs.
    private CommandSpec spec;

    @Mixin
    private final SystemOption system = new SystemOption();

    @Parameters(
            paramLabel = "LOGIN",
            arity = "0..1",
            description = "Only this one, named as 'sessions' or 'tokens' shows it (default: all)")
    private @Nullable String login;

    @Option(
            names = "--except",
            paramLabel = "CURRENT",
            description = "Keep this one, named as 'sessions' or 'tokens' shows it")
    private @Nullable String except;

    @Mixin
    private final Answer answer = new Answer();

    @Mixin
    private final Access access = new Access();

    RevokeCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        if (login != null && except != null) {
            throw new ParameterException(spec.commandLine(), "Name the one to end, or the one to keep");
        }
        return access.use(operations -> login == null ? endAll(operations) : endOne(operations, login));
    }

    private int endOne(Operations operations, String id) {
        Optional<String> chosen = system.chosen(operations);
        Optional<String> place = operations.sessions(user.user(), chosen).stream()
                .filter(line -> line.id().equals(id))
                .map(SessionLine::system)
                .findFirst()
                .or(() -> Optional.of(TokenDesk.SYSTEM)
                        .filter(tokens -> chosen.isEmpty() || chosen.get().equals(tokens)));
        if (place.isEmpty() || !operations.endSession(user.user(), place.get(), id)) {
            user.requireKnown(operations);
            throw new Refused("The user has no session or login of that name, and none was ended: 'sessions' and"
                    + " 'tokens' show their names.");
        }
        answer.print(
                console,
                OperationsJson.object()
                        .put("ended", 1)
                        .put("system", place.get())
                        .put("id", id),
                "Ended the one of " + place.get());
        return Yorozu.DONE;
    }

    private int endAll(Operations operations) {
        OptionalInt ended = operations.revoke(user.user(), system.chosen(operations), Optional.ofNullable(except));
        if (ended.orElse(0) == 0) {
            user.requireKnown(operations);
        }
        if (ended.isEmpty()) {
            throw new Refused("The user has no session or login of that name to keep, and none was ended:"
                    + " 'sessions' and 'tokens' show their names.");
        }
        int count = ended.getAsInt();
        answer.print(
                console,
                OperationsJson.object().put("ended", count),
                count == 0
                        ? "Nothing was ended: the user is signed in nowhere"
                        : "Ended " + Amounts.count(count) + (count == 1 ? " session" : " sessions"));
        return Yorozu.DONE;
    }
}
