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
import java.util.Map;

/** Hashes. */
public final class HashCommands {
    private HashCommands() {}

    public static List<Command> all() {
        return List.of(
                Command.pairs("hset", -4, call -> Reply.of(put(call)), WRITE, KEEPS, DENYOOM, FAST),
                Command.pairs("hmset", -4, HashCommands::putAll, WRITE, KEEPS, DENYOOM, FAST),
                Command.on("hsetnx", 4, HashCommands::putIfAbsent, WRITE, KEEPS, DENYOOM, FAST),
                Command.on("hget", 3, HashCommands::get, READONLY, FAST),
                Command.on("hmget", -3, HashCommands::getAll, READONLY, FAST, MANY),
                Command.on("hgetall", 2, call -> Reply.pairs(fields(call)), READONLY),
                Command.on("hdel", -3, HashCommands::remove, WRITE, KEEPS, FAST),
                Command.on("hexists", 3, HashCommands::has, READONLY, FAST),
                Command.on("hlen", 2, call -> Reply.of(call.size(call.key(), ValueType.HASH)), READONLY, FAST, MANY),
                Command.on("hkeys", 2, call -> Reply.bulks(fields(call).keySet()), READONLY),
                Command.on("hvals", 2, call -> Reply.bulks(fields(call).values()), READONLY),
                Command.on("hincrby", 4, HashCommands::add, WRITE, KEEPS, DENYOOM, FAST),
                Command.on("hscan", -3, HashCommands::scan, READONLY, MANY));
    }

    private static Map<Bytes, Bytes> fields(Call call) {
        return call.read(new Read.Fields(call.key()));
    }

    private static long put(Call call) {
        if (call.size() % 2 == 1) {
            throw Refused.arity(call.command().name());
        }
        long added = 0;
        for (int i = 2; i < call.size(); i += 2) {
            added += call.flag(new Write.HashPut(call.key(), call.part(i), call.part(i + 1))) ? 1 : 0;
        }
        return added;
    }

    private static Reply putAll(Call call) {
        put(call);
        return Reply.OK;
    }

    private static Reply putIfAbsent(Call call) {
        boolean absent = call.read(new Read.Field(call.key(), call.part(2))).isEmpty();
        if (absent) {
            call.apply(new Write.HashPut(call.key(), call.part(2), call.part(3)));
        }
        return Reply.of(absent);
    }

    private static Reply get(Call call) {
        return StringCommands.bulk(call.read(new Read.Field(call.key(), call.part(2))));
    }

    private static Reply getAll(Call call) {
        List<Reply> values = new ArrayList<>();
        for (Bytes field : call.from(2)) {
            values.add(StringCommands.bulk(call.read(new Read.Field(call.key(), field))));
        }
        return new Reply.Array(values);
    }

    private static Reply remove(Call call) {
        return Reply.of(call.number(new Write.HashRemove(call.key(), call.from(2))));
    }

    private static Reply has(Call call) {
        return Reply.of(call.read(new Read.Field(call.key(), call.part(2))).isPresent());
    }

    private static Reply add(Call call) {
        long delta = call.integer(3);
        long sum = CounterCommands.sum(
                call.read(new Read.Field(call.key(), call.part(2))), delta, "ERR hash value is not an integer");
        call.apply(new Write.HashPut(call.key(), call.part(2), Bytes.of(sum)));
        return Reply.of(sum);
    }

    private static Reply scan(Call call) {
        Map<Bytes, Bytes> fields =
                call.type(call.key()).filter(type -> type == ValueType.HASH).isPresent() ? fields(call) : Map.of();
        return ElementScan.scan(
                call, ValueType.HASH, fields::keySet, field -> List.of(field, fields.getOrDefault(field, field)));
    }
}
