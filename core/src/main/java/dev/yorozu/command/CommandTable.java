package dev.yorozu.command;

import dev.yorozu.command.call.Command;
import dev.yorozu.command.call.Refused;
import dev.yorozu.command.family.ConnectionCommands;
import dev.yorozu.command.family.CounterCommands;
import dev.yorozu.command.family.HashCommands;
import dev.yorozu.command.family.KeyCommands;
import dev.yorozu.command.family.KeyspaceCommands;
import dev.yorozu.command.family.LifeCommands;
import dev.yorozu.command.family.ListCommands;
import dev.yorozu.command.family.RangeCommands;
import dev.yorozu.command.family.RankCommands;
import dev.yorozu.command.family.ServerCommands;
import dev.yorozu.command.family.SetCommands;
import dev.yorozu.command.family.StringCommands;
import dev.yorozu.command.family.TransactionCommands;
import dev.yorozu.command.script.ScriptCommands;
import dev.yorozu.store.Bytes;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** All commands that there are, by their names. */
public final class CommandTable {
    /** Commands that have others within them. */
    private static final Set<String> CONTAINERS = Set.of("memory", "config", "command", "client");

    /** How much of an unknown command is told again. */
    private static final int SHOWN = 128;

    private final Map<String, Command> commands = new TreeMap<>();
    private final Map<String, Command> byName;
    private final Map<String, Command> scripts = new TreeMap<>();

    private CommandTable(Collection<Command> all, Collection<Command> known) {
        all.forEach(command -> commands.put(command.name(), command));
        known.forEach(script -> scripts.put(script.name(), script));
        CommandDescriptions descriptions = new CommandDescriptions(commands);
        descriptions.all().forEach(command -> commands.put(command.name(), command));
        this.byName = Map.copyOf(commands);
    }

    /** The table of all commands that work on a store. */
    public static CommandTable standard() {
        return standard(List.of());
    }

    /** The same, with scripts of a client beside those that it knows anyway. */
    public static CommandTable standard(List<Command> scripts) {
        List<Command> all = Stream.of(
                        StringCommands.all(),
                        CounterCommands.all(),
                        KeyCommands.all(),
                        LifeCommands.all(),
                        SetCommands.all(),
                        RankCommands.all(),
                        RangeCommands.all(),
                        ListCommands.all(),
                        HashCommands.all(),
                        KeyspaceCommands.all(),
                        ServerCommands.all(),
                        TransactionCommands.all(),
                        ConnectionCommands.all())
                .flatMap(List::stream)
                .toList();
        return new CommandTable(
                all,
                Stream.concat(ScriptCommands.all().stream(), scripts.stream()).toList());
    }

    /** The commands in the order of their names. */
    public Collection<Command> all() {
        return Collections.unmodifiableCollection(commands.values());
    }

    /** The scripts that are known, each a command that a call by digest or by text means. */
    public Collection<Command> scripts() {
        return Collections.unmodifiableCollection(scripts.values());
    }

    /** The command of a call; refused where there is none, or where the call has too few or too many parts. */
    public Command find(List<Bytes> parts) {
        String name = name(parts.getFirst());
        if (parts.size() > 1 && ScriptCommands.isCall(name)) {
            return script(parts);
        }
        Command command = byName.get(name);
        if (parts.size() > 1 && CONTAINERS.contains(name)) {
            Command within = byName.get(name + "|" + name(parts.get(1)));
            if (within == null) {
                throw unknownSubcommand(name, parts.get(1));
            }
            command = within;
        }
        if (command == null) {
            throw CONTAINERS.contains(name) ? Refused.arity(name) : unknown(parts);
        }
        if (!command.takes(parts.size())) {
            throw Refused.arity(command.name());
        }
        return command;
    }

    private Command script(List<Bytes> parts) {
        Command script = scripts.get(ScriptCommands.name(name(parts.getFirst()), parts.get(1)));
        if (script == null) {
            throw ScriptCommands.unknown(name(parts.getFirst()));
        }
        if (!script.takes(parts.size())) {
            throw Refused.arity(name(parts.getFirst()));
        }
        return script;
    }

    private static String name(Bytes part) {
        return new String(part.toArray(), StandardCharsets.ISO_8859_1).toLowerCase(Locale.ROOT);
    }

    private static Refused unknownSubcommand(String name, Bytes given) {
        return Refused.ofBytes("ERR unknown subcommand '" + Refused.shown(given, SHOWN) + "'. Try "
                + name.toUpperCase(Locale.ROOT) + " HELP.");
    }

    private static Refused unknown(List<Bytes> parts) {
        StringBuilder shown = new StringBuilder();
        for (Bytes part : parts.subList(1, parts.size())) {
            if (shown.length() >= SHOWN) {
                break;
            }
            String begun = Refused.shown(part, SHOWN - shown.length());
            shown.append('\'').append(begun).append("' ");
        }
        return Refused.ofBytes("ERR unknown command '" + Refused.shown(parts.getFirst(), SHOWN)
                + "', with args beginning with: " + shown);
    }
}
