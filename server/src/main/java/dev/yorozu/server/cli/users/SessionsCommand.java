package dev.yorozu.server.cli.users;

import dev.yorozu.server.cli.command.OperatorCommand;
import dev.yorozu.server.cli.command.Status;
import dev.yorozu.server.cli.text.Moments;
import dev.yorozu.server.cli.text.Table;
import dev.yorozu.server.operate.users.SessionOperations;
import dev.yorozu.server.operate.users.SessionSummary;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Lists a user's sessions by their public ids, which grant no access. */
@Command(name = "sessions", description = "List the user's sessions, newest first.")
final class SessionsCommand extends OperatorCommand {
    @Mixin
    private final SystemOption system = new SystemOption();

    @Option(names = "--json", description = "Print one line of JSON for each session")
    private boolean json;

    @Override
    public Integer call() {
        UserCommand user = UserCommand.of(spec());
        List<SessionSummary> sessions = access().use(operator -> {
            List<SessionSummary> found = operator.call(
                            SessionOperations.LIST,
                            new SessionOperations.ListRequest(user.user(), system.chosen(operator)))
                    .sessions();
            if (found.isEmpty()) {
                user.requireKnown(operator);
            }
            return found;
        });
        if (json) {
            printJson(sessions);
        } else if (sessions.isEmpty()) {
            println("No sessions");
        } else {
            print(sessions);
        }
        return Status.DONE;
    }

    private void print(List<SessionSummary> sessions) {
        Table table = new Table("SYSTEM", "SESSION", "CREATED", "LAST SEEN", "ENDS");
        sessions.forEach(line -> table.row(
                line.system(),
                line.id(),
                Moments.text(line.created()),
                Moments.text(line.lastSeen()),
                Moments.text(line.ends())));
        table.print(console());
    }
}
