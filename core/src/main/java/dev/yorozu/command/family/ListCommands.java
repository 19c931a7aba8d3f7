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
import dev.yorozu.store.Key;
import dev.yorozu.store.Read;
import dev.yorozu.store.ValueType;
import dev.yorozu.store.Write;
import dev.yorozu.store.Write.End;
import java.util.ArrayList;
import java.util.List;

/** Lists. */
public final class ListCommands {
    private ListCommands() {}

    public static List<Command> all() {
        return List.of(
                Command.on("lpush", -3, call -> push(call, End.HEAD), WRITE, KEEPS, DENYOOM, FAST),
                Command.on("rpush", -3, call -> push(call, End.TAIL), WRITE, KEEPS, DENYOOM, FAST),
                Command.on("lpushx", -3, call -> pushIfPresent(call, End.HEAD), WRITE, KEEPS, DENYOOM, FAST),
                Command.on("rpushx", -3, call -> pushIfPresent(call, End.TAIL), WRITE, KEEPS, DENYOOM, FAST),
                Command.on("lpop", -2, call -> pop(call, End.HEAD), WRITE, KEEPS, FAST),
                Command.on("rpop", -2, call -> pop(call, End.TAIL), WRITE, KEEPS, FAST),
                Command.on("lrange", 4, ListCommands::range, READONLY),
                Command.on("ltrim", 4, ListCommands::trim, WRITE, KEEPS),
                Command.on("llen", 2, call -> Reply.of(length(call)), READONLY, FAST, MANY),
                Command.on("lindex", 3, ListCommands::at, READONLY, MANY),
                Command.on("lset", 4, ListCommands::set, WRITE, KEEPS, DENYOOM),
                Command.on("lrem", 4, ListCommands::remove, WRITE, KEEPS));
    }

    private static long length(Call call) {
        return call.size(call.key(), ValueType.LIST);
    }

    private static Reply push(Call call, End end) {
        return Reply.of(call.number(new Write.ListPush(call.key(), end, call.from(2))));
    }

    private static Reply pushIfPresent(Call call, End end) {
        return length(call) == 0 ? Reply.ZERO : push(call, end);
    }

    private static Reply pop(Call call, End end) {
        if (call.size() > 3) {
            throw Refused.arity(call.command().name());
        }
        boolean counted = call.size() == 3;
        long count = counted ? call.count(2) : 1;
        long length = length(call);
        if (length == 0) {
            return counted ? Reply.NULL_ARRAY : Reply.NULL;
        }
        // What is to be kept lies at the other end.
        long keep = Math.max(0, length - count);
        List<Bytes> popped = call.elements(new Write.ListTrim(call.key(), end == End.HEAD ? End.TAIL : End.HEAD, keep));
        if (!counted) {
            return Reply.of(popped.getFirst());
        }
        return Reply.bulks(end == End.HEAD ? popped : popped.reversed());
    }

    private static Reply range(Call call) {
        return Reply.bulks(call.read(new Read.Slice(call.key(), call.integer(2), call.integer(3))));
    }

    private static Reply trim(Call call) {
        long start = call.integer(2);
        long stop = call.integer(3);
        long length = length(call);
        long first = Math.max(0, start < 0 ? length + start : start);
        long last = Math.min(length - 1, stop < 0 ? length + stop : stop);
        if (first > last) {
            call.delete(call.key());
        } else {
            call.apply(new Write.ListTrim(call.key(), End.HEAD, last + 1));
            call.apply(new Write.ListTrim(call.key(), End.TAIL, last - first + 1));
        }
        return Reply.OK;
    }

    private static Reply at(Call call) {
        if (length(call) == 0) {
            return Reply.NULL;
        }
        long index = call.integer(2);
        List<Bytes> found = call.read(new Read.Slice(call.key(), index, index));
        return found.isEmpty() ? Reply.NULL : Reply.of(found.getFirst());
    }

    private static Reply set(Call call) {
        if (length(call) == 0) {
            throw new Refused("ERR no such key");
        }
        if (!call.flag(new Write.ListSet(call.key(), call.integer(2), call.part(3)))) {
            throw new Refused("ERR index out of range");
        }
        return Reply.OK;
    }

    /** Without a write of its own for it: what stays is written anew, as long as the list is. */
    private static Reply remove(Call call) {
        long count = call.integer(2);
        Key key = call.key();
        List<Bytes> all = call.read(new Read.Slice(key, 0, -1));
        List<Bytes> rest = without(count < 0 ? all.reversed() : all, call.part(3), count);
        long removed = all.size() - rest.size();
        if (removed == 1 && count > 0) {
            call.apply(new Write.ListRemove(key, call.part(3)));
        } else if (removed > 0) {
            long end = Ends.of(call, key);
            call.delete(key);
            if (!rest.isEmpty()) {
                call.apply(new Write.ListPush(key, count < 0 ? End.HEAD : End.TAIL, rest));
                Ends.set(call, key, end);
            }
        }
        return Reply.of(removed);
    }

    /** What is left without the first so many that equal this; without all of them for nought. */
    private static List<Bytes> without(List<Bytes> all, Bytes value, long count) {
        long left = count == 0 ? all.size() : Math.abs(Math.max(count, -Long.MAX_VALUE));
        List<Bytes> rest = new ArrayList<>();
        for (Bytes element : all) {
            if (left > 0 && element.equals(value)) {
                left--;
            } else {
                rest.add(element);
            }
        }
        return rest;
    }
}
