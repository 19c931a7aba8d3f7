package dev.yorozu.command.family;

import static dev.yorozu.command.call.Command.Flag.FAST;
import static dev.yorozu.command.call.Command.Flag.KEEPS;
import static dev.yorozu.command.call.Command.Flag.MANY;
import static dev.yorozu.command.call.Command.Flag.READONLY;
import static dev.yorozu.command.call.Command.Flag.WRITE;

import dev.yorozu.command.call.Call;
import dev.yorozu.command.call.Command;
import dev.yorozu.command.call.Refused;
import dev.yorozu.command.call.Reply;
import dev.yorozu.store.Key;
import dev.yorozu.store.Read;
import dev.yorozu.store.ValueType;
import java.util.List;
import java.util.Set;

/** Keys of any type, but for their lives. */
public final class KeyCommands {
    private KeyCommands() {}

    public static List<Command> all() {
        return List.of(
                Command.onAll("del", -2, 1, KeyCommands::delete, WRITE, KEEPS).deleting(),
                Command.onAll("unlink", -2, 1, KeyCommands::delete, WRITE, KEEPS, FAST)
                        .deleting(),
                Command.onAll("exists", -2, 1, KeyCommands::count, READONLY, FAST, MANY),
                Command.onAll("touch", -2, 1, KeyCommands::count, READONLY, FAST, MANY),
                Command.on("type", 2, KeyCommands::type, READONLY, FAST),
                new Command("rename", 3, Set.of(WRITE), 1, 2, 1, 1, KeyCommands::rename),
                new Command("memory|usage", -3, Set.of(READONLY), 2, 2, 1, 1, KeyCommands::footprint));
    }

    private static Reply delete(Call call) {
        return Reply.of(call.keys().stream().filter(call::delete).count());
    }

    private static Reply count(Call call) {
        return Reply.of(
                call.keys().stream().filter(key -> call.type(key).isPresent()).count());
    }

    private static Reply type(Call call) {
        return new Reply.Simple(call.type(call.key()).map(KeyCommands::name).orElse("none"));
    }

    /** Redis's name of a type. */
    static String name(ValueType type) {
        return switch (type) {
            case STRING -> "string";
            case SET -> "set";
            case RANK -> "zset";
            case LIST -> "list";
            case HASH -> "hash";
        };
    }

    private static Reply rename(Call call) {
        Key from = call.key(0);
        Key to = call.key(1);
        if (call.type(from).isEmpty()) {
            throw new Refused("ERR no such key");
        }
        if (!from.name().equals(to.name())) {
            call.state().move(from, to);
        }
        return Reply.OK;
    }

    private static Reply footprint(Call call) {
        for (int i = 3; i < call.size(); i += 2) {
            if (!call.option(i).equals("SAMPLES") || i + 1 == call.size() || call.integer(i + 1) < 0) {
                throw Refused.syntax();
            }
        }
        long bytes = call.read(new Read.Footprint(call.key()));
        return bytes == 0 ? Reply.NULL : Reply.of(bytes);
    }
}
