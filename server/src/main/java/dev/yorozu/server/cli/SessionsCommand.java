package dev.yorozu.server.cli;

import dev.yorozu.server.admin.AuditJson;
import dev.yorozu.server.admin.SessionLine;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Lists a user's sessions by their public ids, which let nobody in. */
@Command(name = "sessions", mixinStandardHelpOptions = true, description = "List the user's sessions, newest first.")
final class SessionsCommand implements Callable<Integer> {
    private final Console console;

    @ParentCommand
    @SuppressWarnings("NullAway.Init") // Set by picocli before the command runs.
    private UserCommand user;

    @Mixin
    private final SystemOption system = new SystemOption();

    @Option(names = "--json", description = "Print one line of JSON for each session")
    private boolean json;

    @Mixin
    private final Access access = new Access();

    SessionsCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        List<SessionLine> sessions = access.use(operations -> {
            List<SessionLine> found = operations.sessions(user.user(), system.chosen(operations));
            if (found.isEmpty()) {
                user.requireKnown(operations);
            }
            return found;
        });
        if (json) {
            sessions.forEach(line -> console.out().println(AuditJson.json(line)));
            return Yorozu.DONE;
        }
        if (sessions.isEmpty()) {
            console.out().println("No sessions");
            return Yorozu.DONE;
        }
        Table table = new Table(
                Table.Column.left("SYSTEM"),
                Table.Column.left("SESSION"),
                Table.Column.left("CREATED"),
                Table.Column.left("LAST SEEN"),
                Table.Column.left("ENDS"));
        sessions.forEach(line -> table.row(
                line.system(),
                line.id(),
                Moments.text(line.created()),
                Moments.text(line.lastSeen()),
                Moments.text(line.ends())));
        table.print(console);
        return Yorozu.DONE;
    }
}
