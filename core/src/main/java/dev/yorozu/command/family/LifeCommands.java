package dev.yorozu.command.family;

import static dev.yorozu.command.call.Command.Flag.FAST;
import static dev.yorozu.command.call.Command.Flag.MANY;
import static dev.yorozu.command.call.Command.Flag.READONLY;
import static dev.yorozu.command.call.Command.Flag.WRITE;

import dev.yorozu.command.call.Call;
import dev.yorozu.command.call.Command;
import dev.yorozu.command.call.Refused;
import dev.yorozu.command.call.Reply;
import dev.yorozu.store.Key;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** How long keys live. */
public final class LifeCommands {
    private static final long SECOND = 1000;
    private static final int SHOWN = 1024;

    private LifeCommands() {}

    public static List<Command> all() {
        return List.of(
                Command.on("ttl", 2, call -> seconds(call, call.key()), READONLY, FAST),
                Command.on("pttl", 2, call -> Reply.of(Ends.left(call, call.key())), READONLY, FAST),
                Command.on("expiretime", 2, call -> seconds(Ends.of(call, call.key())), READONLY, FAST, MANY),
                Command.on("pexpiretime", 2, call -> Reply.of(Ends.of(call, call.key())), READONLY, FAST, MANY),
                Command.on("expire", -3, call -> expire(call, SECOND, now(call)), WRITE, FAST),
                Command.on("pexpire", -3, call -> expire(call, 1, now(call)), WRITE, FAST),
                Command.on("expireat", -3, call -> expire(call, SECOND, 0), WRITE, FAST),
                Command.on("pexpireat", -3, call -> expire(call, 1, 0), WRITE, FAST),
                Command.on("persist", 2, LifeCommands::persist, WRITE, FAST));
    }

    private static long now(Call call) {
        return call.now().toEpochMilli();
    }

    /** How many seconds a key still lives; -1 without an end, -2 when it is absent. */
    public static Reply seconds(Call call, Key key) {
        return seconds(Ends.left(call, key));
    }

    private static Reply seconds(long millis) {
        return Reply.of(millis < 0 ? millis : (millis + SECOND / 2) / SECOND);
    }

    private static Reply expire(Call call, long unit, long base) {
        Set<String> conditions = conditions(call);
        long end = Ends.sum(call, call.integer(2), unit, base);
        long old = Ends.of(call, call.key());
        if (old == Ends.ABSENT || !conditions.stream().allMatch(condition -> holds(condition, end, old))) {
            return Reply.ZERO;
        }
        Ends.set(call, call.key(), Math.max(end, 0));
        return Reply.ONE;
    }

    private static Set<String> conditions(Call call) {
        Set<String> conditions = new HashSet<>();
        for (int i = 3; i < call.size(); i++) {
            String word = call.option(i);
            if (!List.of("NX", "XX", "GT", "LT").contains(word)) {
                throw Refused.ofBytes("ERR Unsupported option " + Refused.shown(call.part(i), SHOWN));
            }
            conditions.add(word);
        }
        if (conditions.contains("NX") && conditions.size() > 1) {
            throw new Refused("ERR NX and XX, GT or LT options at the same time are not compatible");
        }
        if (conditions.contains("GT") && conditions.contains("LT")) {
            throw new Refused("ERR GT and LT options at the same time are not compatible");
        }
        return conditions;
    }

    /** A key without an end counts as one that ends later than any other. */
    private static boolean holds(String condition, long end, long old) {
        return switch (condition) {
            case "NX" -> old == Ends.NEVER;
            case "XX" -> old != Ends.NEVER;
            case "GT" -> old != Ends.NEVER && end > old;
            default -> old == Ends.NEVER || end < old;
        };
    }

    private static Reply persist(Call call) {
        boolean ends = Ends.left(call, call.key()) >= 0;
        if (ends) {
            Ends.set(call, call.key(), Ends.NEVER);
        }
        return Reply.of(ends);
    }
}
