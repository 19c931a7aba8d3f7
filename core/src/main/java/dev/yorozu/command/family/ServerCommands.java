package dev.yorozu.command.family;

import static dev.yorozu.command.call.Command.Flag.FAST;
import static dev.yorozu.command.call.Command.Flag.SERVER;

import dev.yorozu.command.call.Call;
import dev.yorozu.command.call.Command;
import dev.yorozu.command.call.Refused;
import dev.yorozu.command.call.Reply;
import java.time.Instant;
import java.util.List;

/** What clients ask of the server itself, as far as no connection has a part in it. */
public final class ServerCommands {
    /** The Redis whose commands these are. */
    public static final String VERSION = "7.0.15";

    private ServerCommands() {}

    public static List<Command> all() {
        return List.of(
                Command.without("ping", -1, ServerCommands::ping, FAST, SERVER),
                Command.without("echo", 2, call -> Reply.of(call.part(1)), FAST, SERVER),
                Command.without("select", 2, ServerCommands::select, FAST, SERVER),
                Command.without("time", 1, ServerCommands::time, FAST, SERVER),
                Command.without("info", -1, InfoCommand::run, SERVER),
                Command.without("config|get", -3, call -> new Reply.Pairs(List.of()), SERVER));
    }

    private static Reply ping(Call call) {
        if (call.size() > 2) {
            throw Refused.arity("ping");
        }
        return call.size() == 2 ? Reply.of(call.part(1)) : new Reply.Simple("PONG");
    }

    private static Reply select(Call call) {
        if (call.integer(1) != 0) {
            throw new Refused("ERR DB index is out of range");
        }
        return Reply.OK;
    }

    private static Reply time(Call call) {
        Instant now = call.now();
        return new Reply.Array(List.of(
                Reply.of(Long.toString(now.getEpochSecond())), Reply.of(Integer.toString(now.getNano() / 1000))));
    }
}
