package dev.yorozu.command.family;

import static dev.yorozu.command.call.Command.Flag.FAST;
import static dev.yorozu.command.call.Command.Flag.SERVER;

import dev.yorozu.command.call.Command;
import dev.yorozu.command.call.Reply;
import java.util.List;
import java.util.Set;

/** The commands around a transaction, for their names and arities; a session does what they ask for. */
public final class TransactionCommands {
    private TransactionCommands() {}

    public static List<Command> all() {
        Command.Body done = call -> Reply.OK;
        return List.of(
                Command.without("multi", 1, done, FAST, SERVER),
                Command.without("exec", 1, done, SERVER),
                Command.without("discard", 1, done, FAST, SERVER),
                new Command("watch", -2, Set.of(FAST, SERVER), 1, -1, 1, 1, done),
                Command.without("unwatch", 1, done, FAST, SERVER));
    }
}
