package dev.yorozu.command.family;

import static dev.yorozu.command.call.Command.Flag.DENYOOM;
import static dev.yorozu.command.call.Command.Flag.FAST;
import static dev.yorozu.command.call.Command.Flag.KEEPS;
import static dev.yorozu.command.call.Command.Flag.MANY;
import static dev.yorozu.command.call.Command.Flag.READONLY;
import static dev.yorozu.command.call.Command.Flag.WRITE;

import dev.yorozu.command.call.Call;
import dev.yorozu.command.call.Command;
import dev.yorozu.command.call.Refused;
import dev.yorozu.command.call.Reply;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Read;
import dev.yorozu.store.ValueType;
import dev.yorozu.store.Write;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Sets. */
public final class SetCommands {
    /** The most members that are picked with repetition. */
    private static final long MOST_PICKED = 1 << 20;

    private SetCommands() {}

    public static List<Command> all() {
        return List.of(
                Command.on("sadd", -3, SetCommands::add, WRITE, KEEPS, DENYOOM, FAST),
                Command.on("srem", -3, SetCommands::remove, WRITE, KEEPS, FAST),
                Command.on("smembers", 2, SetCommands::members, READONLY),
                Command.on("sismember", 3, SetCommands::isMember, READONLY, FAST),
                Command.on("smismember", -3, SetCommands::areMembers, READONLY, FAST, MANY),
                Command.on("scard", 2, SetCommands::count, READONLY, FAST, MANY),
                Command.on("spop", -2, SetCommands::pop, WRITE, KEEPS, FAST),
                Command.on("srandmember", -2, SetCommands::random, READONLY),
                Command.on("sscan", -3, SetCommands::scan, READONLY, MANY));
    }

    private static Reply add(Call call) {
        return Reply.of(call.number(new Write.SetAdd(call.key(), call.from(2))));
    }

    private static Reply remove(Call call) {
        return Reply.of(call.number(new Write.SetRemove(call.key(), call.from(2))));
    }

    private static Reply members(Call call) {
        return Reply.members(call.read(new Read.Members(call.key())));
    }

    private static Reply isMember(Call call) {
        return Reply.of(call.read(new Read.IsMember(call.key(), call.part(2))));
    }

    private static Reply areMembers(Call call) {
        List<Reply> answers = new ArrayList<>();
        for (Bytes member : call.from(2)) {
            answers.add(Reply.of(call.read(new Read.IsMember(call.key(), member))));
        }
        return new Reply.Array(answers);
    }

    private static Reply count(Call call) {
        return Reply.of(call.size(call.key(), ValueType.SET));
    }

    private static Reply pop(Call call) {
        if (call.size() > 3) {
            throw Refused.syntax();
        }
        long count = call.size() == 3 ? call.count(2) : 1;
        List<Bytes> members = List.copyOf(call.read(new Read.Members(call.key())));
        List<Bytes> popped = picked(call, members, Math.min(count, members.size()));
        if (!popped.isEmpty()) {
            call.apply(new Write.SetRemove(call.key(), popped));
        }
        if (call.size() == 3) {
            return Reply.members(popped);
        }
        return popped.isEmpty() ? Reply.NULL : Reply.of(popped.getFirst());
    }

    private static Reply random(Call call) {
        if (call.size() > 3) {
            throw Refused.syntax();
        }
        long count = call.size() == 3 ? call.integer(2) : 1;
        if (count == Long.MIN_VALUE) {
            throw new Refused(
                    "ERR value is out of range, value must between " + -Long.MAX_VALUE + " and " + Long.MAX_VALUE);
        }
        Set<Bytes> found = call.read(new Read.Members(call.key()));
        List<Bytes> members = List.copyOf(found);
        if (call.size() == 2) {
            return members.isEmpty()
                    ? Reply.NULL
                    : Reply.of(picked(call, members, 1).getFirst());
        }
        return Reply.bulks(
                count < 0 ? repeated(call, members, -count) : picked(call, members, Math.min(count, members.size())));
    }

    private static List<Bytes> picked(Call call, List<Bytes> members, long count) {
        return call.pick((int) count, members.size()).stream().map(members::get).toList();
    }

    private static List<Bytes> repeated(Call call, List<Bytes> members, long count) {
        if (members.isEmpty()) {
            return List.of();
        }
        if (count > MOST_PICKED) {
            throw new Refused("ERR value is out of range, at most " + MOST_PICKED + " members are picked");
        }
        List<Bytes> picked = new ArrayList<>();
        for (long i = 0; i < count; i++) {
            picked.add(members.get(call.random().nextInt(members.size())));
        }
        return picked;
    }

    private static Reply scan(Call call) {
        return ElementScan.scan(
                call, ValueType.SET, () -> call.read(new Read.Members(call.key())), member -> List.of(member));
    }
}
