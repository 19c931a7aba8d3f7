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
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import dev.yorozu.store.ValueType;
import dev.yorozu.store.Write;
import dev.yorozu.store.backend.Limits;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Strings, but for their numbers and what {@link SetCommand} does. */
public final class StringCommands {
    private StringCommands() {}

    public static List<Command> all() {
        return List.of(
                Command.on("get", 2, StringCommands::get, READONLY, FAST),
                Command.on("set", -3, SetCommand::set, WRITE, DENYOOM),
                Command.on("setex", 4, call -> SetCommand.setWithLife(call, 1000), WRITE, DENYOOM),
                Command.on("psetex", 4, call -> SetCommand.setWithLife(call, 1), WRITE, DENYOOM),
                Command.on("setnx", 3, StringCommands::setIfAbsent, WRITE, DENYOOM, FAST),
                Command.on("getdel", 2, StringCommands::getAndDelete, WRITE, KEEPS, FAST)
                        .deleting(),
                Command.on("getset", 3, StringCommands::getAndSet, WRITE, DENYOOM, FAST),
                Command.on("getex", -2, SetCommand::getWithLife, WRITE, FAST),
                Command.onAll("mget", -2, 1, StringCommands::getAll, READONLY, FAST, MANY),
                Command.onAll("mset", -3, 2, StringCommands::setAll, WRITE, DENYOOM),
                Command.onAll("msetnx", -3, 2, StringCommands::setAllIfAbsent, WRITE, DENYOOM),
                Command.on("append", 3, StringCommands::append, WRITE, DENYOOM, FAST),
                Command.on("strlen", 2, StringCommands::length, READONLY, FAST),
                Command.on("getrange", 4, StringCommands::range, READONLY));
    }

    static Reply bulk(Optional<Bytes> value) {
        return value.map(Reply::of).orElse(Reply.NULL);
    }

    private static Reply get(Call call) {
        return bulk(call.get(call.key()));
    }

    private static Reply setIfAbsent(Call call) {
        boolean absent = call.type(call.key()).isEmpty();
        if (absent) {
            call.apply(new Write.Put(call.key(), call.part(2), Expiry.never()));
        }
        return Reply.of(absent);
    }

    private static Reply getAndDelete(Call call) {
        Optional<Bytes> value = call.get(call.key());
        if (value.isPresent()) {
            call.delete(call.key());
        }
        return bulk(value);
    }

    private static Reply getAndSet(Call call) {
        Optional<Bytes> value = call.get(call.key());
        call.apply(new Write.Put(call.key(), call.part(2), Expiry.never()));
        return bulk(value);
    }

    private static Reply getAll(Call call) {
        List<Reply> values = new ArrayList<>();
        for (Key key : call.keys()) {
            boolean isString =
                    call.type(key).filter(type -> type == ValueType.STRING).isPresent();
            values.add(isString ? bulk(call.get(key)) : Reply.NULL);
        }
        return new Reply.Array(values);
    }

    private static Reply setAll(Call call) {
        requirePairs(call);
        putAll(call);
        return Reply.OK;
    }

    private static Reply setAllIfAbsent(Call call) {
        requirePairs(call);
        for (Key key : call.keys()) {
            if (call.type(key).isPresent()) {
                return Reply.ZERO;
            }
        }
        putAll(call);
        return Reply.ONE;
    }

    private static void requirePairs(Call call) {
        if (call.size() % 2 == 0) {
            throw Refused.arity(call.command().name());
        }
    }

    private static void putAll(Call call) {
        for (int i = 0; i < call.keys().size(); i++) {
            call.apply(new Write.Put(call.key(i), call.part(2 * i + 2), Expiry.never()));
        }
    }

    private static Reply append(Call call) {
        Bytes before = call.get(call.key()).orElse(Bytes.of(""));
        Bytes more = call.part(2);
        int length = before.length() + more.length();
        if (length > Limits.DEFAULT.valueBytes()) {
            throw new Refused("ERR string exceeds maximum allowed size (" + Limits.DEFAULT.valueBytes() + " bytes)");
        }
        byte[] joined = new byte[length];
        before.copyTo(joined, 0);
        more.copyTo(joined, before.length());
        call.apply(new Write.Put(call.key(), Bytes.wrap(joined), Expiry.keep()));
        return Reply.of(length);
    }

    private static Reply length(Call call) {
        return Reply.of(call.get(call.key()).map(Bytes::length).orElse(0));
    }

    private static Reply range(Call call) {
        long start = call.integer(2);
        long end = call.integer(3);
        Bytes value = call.get(call.key()).orElse(Bytes.of(""));
        long length = value.length();
        if (start < 0 && end < 0 && start > end) {
            return Reply.of("");
        }
        long first = Math.max(0, start < 0 ? length + start : start);
        long last = Math.min(length - 1, Math.max(0, end < 0 ? length + end : end));
        return first > last || length == 0
                ? Reply.of("")
                : Reply.of(Bytes.wrap(value.toArray(), (int) first, (int) (last - first + 1)));
    }
}
