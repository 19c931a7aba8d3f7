package dev.yorozu.command;

import dev.yorozu.command.call.Call;
import dev.yorozu.command.call.Command;
import dev.yorozu.command.call.Reply;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** COMMAND: what the table tells about itself, as clients ask for it when they connect. */
record CommandDescriptions(Map<String, Command> commands) {
    List<Command> all() {
        return List.of(
                Command.without("command", -1, call -> described(names()), Command.Flag.SERVER),
                Command.without("command|count", 2, call -> Reply.of(names().size()), Command.Flag.SERVER),
                Command.without("command|info", -2, this::chosen, Command.Flag.SERVER),
                Command.without("command|docs", -2, this::documented, Command.Flag.SERVER));
    }

    private List<String> names() {
        return commands.keySet().stream().filter(name -> name.indexOf('|') < 0).toList();
    }

    private Reply chosen(Call call) {
        return described(call.size() == 2 ? names() : lower(call));
    }

    private static List<String> lower(Call call) {
        return call.from(2).stream()
                .map(part -> part.text().toLowerCase(Locale.ROOT))
                .toList();
    }

    private Reply described(List<String> names) {
        List<Reply> all = new ArrayList<>();
        for (String name : names) {
            Command command = commands.get(name);
            all.add(command == null ? Reply.NULL_ARRAY : described(command));
        }
        return new Reply.Array(all);
    }

    /** The ten parts of a description; categories, hints, key specifications and commands within are not told. */
    private static Reply described(Command command) {
        List<Reply> flags = command.flags().stream()
                .map(Command.Flag::word)
                .filter(word -> !word.isEmpty())
                .sorted()
                .<Reply>map(Reply.Simple::new)
                .toList();
        return new Reply.Array(List.of(
                Reply.of(command.name()),
                Reply.of(command.arity()),
                new Reply.Members(flags),
                Reply.of(command.firstKey()),
                Reply.of(command.lastKey()),
                Reply.of(command.step()),
                new Reply.Members(List.of()),
                Reply.EMPTY,
                Reply.EMPTY,
                Reply.EMPTY));
    }

    /** That there is such a command; its description is Redis's own. */
    private Reply documented(Call call) {
        List<Reply> all = new ArrayList<>();
        for (String name : call.size() == 2 ? names() : lower(call)) {
            if (commands.containsKey(name)) {
                all.add(Reply.of(name));
                all.add(new Reply.Pairs(List.of()));
            }
        }
        return new Reply.Pairs(all);
    }
}
