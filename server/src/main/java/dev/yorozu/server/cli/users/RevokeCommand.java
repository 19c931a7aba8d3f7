package dev.yorozu.server.cli.users;

import dev.yorozu.server.cli.command.AnsweringCommand;
import dev.yorozu.server.cli.command.Refused;
import dev.yorozu.server.cli.text.Amounts;
import dev.yorozu.server.operate.Operator;
import dev.yorozu.server.operate.tokens.TokenOperations;
import dev.yorozu.server.operate.transport.OperateJson;
import dev.yorozu.server.operate.users.SessionOperations;
import dev.yorozu.server.operate.users.SessionSummary;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Ends a user's sessions and logins by tokens: one, all of them, or all but one. */
@Command(
        name = "revoke",
        description = "End the user's sessions and logins by tokens: one of them, all, or all but one.")
final class RevokeCommand extends AnsweringCommand {
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

    @Override
    public Integer call() {
        if (login != null && except != null) {
            throw wrong("Name the one to end, or the one to keep");
        }
        UserCommand user = UserCommand.of(spec());
        return access().use(operator -> login == null ? endAll(operator, user) : endOne(operator, user, login));
    }

    private int endOne(Operator operator, UserCommand user, String id) {
        String chosen = system.chosen(operator);
        Optional<String> place = operator
                .call(SessionOperations.LIST, new SessionOperations.ListRequest(user.user(), chosen))
                .sessions()
                .stream()
                .filter(session -> session.id().equals(id))
                .map(SessionSummary::system)
                .findFirst()
                .or(() -> Optional.of(TokenOperations.SYSTEM)
                        .filter(tokens -> chosen.isEmpty() || chosen.equals(tokens)));
        if (place.isEmpty() || !isEnded(operator, new SessionOperations.EndRequest(user.user(), place.get(), id))) {
            user.requireKnown(operator);
            throw new Refused("The user has no session or login of that name, and none was ended: 'sessions' and"
                    + " 'tokens' show their names.");
        }
        return print(
                OperateJson.object().put("ended", 1).put("system", place.get()).put("id", id),
                "Ended the one of " + place.get());
    }

    private static boolean isEnded(Operator operator, SessionOperations.EndRequest request) {
        return operator.call(SessionOperations.END, request).ended() > 0;
    }

    private int endAll(Operator operator, UserCommand user) {
        SessionOperations.Revoked revoked = operator.call(
                SessionOperations.REVOKE,
                new SessionOperations.RevokeRequest(
                        user.user(), system.chosen(operator), except == null ? "" : except));
        int count = revoked.ended().orElse(0);
        if (count == 0) {
            user.requireKnown(operator);
        }
        if (revoked.noSuchSession()) {
            throw new Refused("The user has no session or login of that name to keep, and none was ended:"
                    + " 'sessions' and 'tokens' show their names.");
        }
        return print(
                revoked,
                count == 0
                        ? "Nothing was ended: the user is signed in nowhere"
                        : "Ended " + Amounts.of(count, "session"));
    }
}
