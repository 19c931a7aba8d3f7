package dev.yorozu.command.family;

import static dev.yorozu.command.call.Command.Flag.FAST;
import static dev.yorozu.command.call.Command.Flag.SERVER;

import dev.yorozu.command.call.Command;
import dev.yorozu.command.call.Refused;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The commands about a connection, for their names and arities; the door that has the connection does what they ask for. */
public final class ConnectionCommands {
    private ConnectionCommands() {}

    public static List<Command> all() {
        return List.of(
                command("hello", -1, FAST),
                command("auth", -2, FAST),
                command("quit", -1, FAST),
                command("reset", 1, FAST),
                command("client|setinfo", 4),
                command("client|setname", 3),
                command("client|getname", 2),
                command("client|id", 2),
                command("client|list", -2));
    }

    private static Command command(String name, int arity, Command.Flag... flags) {
        Set<Command.Flag> all = new HashSet<>(List.of(flags));
        all.add(SERVER);
        Command.Body refusing = call -> {
            throw new Refused("ERR " + name.replace('|', ' ') + " needs a connection");
        };
        return Command.without(name, arity, refusing, all.toArray(Command.Flag[]::new));
    }
}
