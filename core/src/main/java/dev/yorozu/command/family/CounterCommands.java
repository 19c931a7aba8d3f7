package dev.yorozu.command.family;

import static dev.yorozu.command.call.Command.Flag.DENYOOM;
import static dev.yorozu.command.call.Command.Flag.FAST;
import static dev.yorozu.command.call.Command.Flag.WRITE;

import dev.yorozu.command.call.Call;
import dev.yorozu.command.call.Command;
import dev.yorozu.command.call.Refused;
import dev.yorozu.command.call.Reply;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import dev.yorozu.store.Write;
import java.util.List;
import java.util.Optional;

/** Strings that are numbers. */
public final class CounterCommands {
    private CounterCommands() {}

    public static List<Command> all() {
        return List.of(
                Command.on("incr", 2, call -> added(call, 1), WRITE, DENYOOM, FAST),
                Command.on("decr", 2, call -> added(call, -1), WRITE, DENYOOM, FAST),
                Command.on("incrby", 3, call -> added(call, call.integer(2)), WRITE, DENYOOM, FAST),
                Command.on("decrby", 3, call -> added(call, negative(call.integer(2))), WRITE, DENYOOM, FAST));
    }

    private static long negative(long number) {
        if (number == Long.MIN_VALUE) {
            throw new Refused("ERR decrement would overflow");
        }
        return -number;
    }

    private static Reply added(Call call, long delta) {
        return Reply.of(add(call, call.key(), delta));
    }

    /** Adds to the number at a key, whose end stays as it is. */
    public static long add(Call call, Key key, long delta) {
        long sum = sum(call.get(key), delta, Refused.NOT_AN_INTEGER);
        call.apply(new Write.Put(key, Bytes.of(sum), Expiry.keep()));
        return sum;
    }

    /** What a kept number becomes; an absent one is zero. */
    static long sum(Optional<Bytes> kept, long delta, String otherwise) {
        long before = kept.isEmpty() ? 0 : kept.get().number().orElseThrow(() -> new Refused(otherwise));
        long sum = before + delta;
        if (((before ^ sum) & (delta ^ sum)) < 0) {
            throw new Refused("ERR increment or decrement would overflow");
        }
        return sum;
    }
}
