package dev.yorozu.server.cli.shell;

import dev.yorozu.command.CommandTable;
import dev.yorozu.command.call.Command;
import dev.yorozu.store.Bytes;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** What the shell says of a command, from the table of them. */
final class CommandHelp {
    private CommandHelp() {}

    /** @param call {@code help}, and the commands that are asked for */
    static List<String> lines(CommandTable table, List<Bytes> call) {
        if (call.size() == 1) {
            return List.of(
                    "Commands are those of Redis; Tab completes them and declared names. help COMMAND tells of one.",
                    table.all().stream().map(CommandHelp::name).collect(Collectors.joining(" ")),
                    "exit ends.");
        }
        String asked = call.stream().skip(1).map(Bytes::text).collect(Collectors.joining("|"));
        List<String> lines = table.all().stream()
                .filter(command -> command.name().equalsIgnoreCase(asked)
                        || command.name().startsWith(asked.toLowerCase(Locale.ROOT) + "|"))
                .map(CommandHelp::line)
                .toList();
        return lines.isEmpty() ? List.of("There is no command " + asked + ".") : lines;
    }

    private static String name(Command command) {
        return command.name().toUpperCase(Locale.ROOT).replace('|', ' ');
    }

    private static String line(Command command) {
        int words = command.name().indexOf('|') < 0 ? 1 : 2;
        int beside = Math.abs(command.arity()) - words;
        List<String> about = new ArrayList<>();
        about.add((command.arity() < 0 ? "at least " : "") + (beside == 1 ? "1 argument" : beside + " arguments"));
        about.add(
                command.firstKey() == 0
                        ? "names no key"
                        : command.lastKey() == command.firstKey() ? "names one key" : "names keys");
        if (command.is(Command.Flag.WRITE)) {
            about.add("writes");
        } else if (command.is(Command.Flag.READONLY)) {
            about.add("reads");
        }
        if (command.is(Command.Flag.KEYSPACE)) {
            about.add("reaches keys that it does not name");
        }
        if (command.is(Command.Flag.DANGEROUS)) {
            about.add("dangerous");
        }
        return name(command) + ": " + String.join(", ", about) + ".";
    }
}
