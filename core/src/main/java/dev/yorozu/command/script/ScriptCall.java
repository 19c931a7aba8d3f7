package dev.yorozu.command.script;

import dev.yorozu.command.call.Call;
import dev.yorozu.command.call.Numbers;
import dev.yorozu.command.call.Refused;
import dev.yorozu.command.call.Reply;
import dev.yorozu.command.family.CounterCommands;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import dev.yorozu.store.Write;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** A call of a script while it runs: its keys, and the arguments that follow them. Numbers are as Lua has them. */
record ScriptCall(Call call) {
    /** The name, the script, and how many keys there are. */
    private static final int BEFORE_KEYS = 3;

    Key key(int index) {
        if (index >= call.keys().size()) {
            throw new Refused("ERR this script needs more keys");
        }
        return call.key(index);
    }

    List<Bytes> arguments() {
        return call.from(BEFORE_KEYS + call.keys().size());
    }

    Bytes argument(int index) {
        List<Bytes> arguments = arguments();
        if (index >= arguments.size()) {
            throw new Refused("ERR this script needs more arguments");
        }
        return arguments.get(index);
    }

    double number(int index) {
        return number(argument(index));
    }

    /** A number by which something can be divided. */
    double positive(int index) {
        double number = number(index);
        if (number <= 0) {
            throw new Refused("ERR a window, interval or rate must be above 0");
        }
        return number;
    }

    long whole(int index) {
        return argument(index).number().orElseThrow(() -> new Refused(Refused.NOT_AN_INTEGER));
    }

    static double number(Bytes text) {
        OptionalDouble number = Numbers.real(text);
        if (number.isEmpty() || !Double.isFinite(number.getAsDouble())) {
            throw new Refused(Refused.NOT_A_FLOAT);
        }
        return number.getAsDouble();
    }

    /** The number at a key; 0 when it is absent. */
    double count(Key key) {
        return call.get(key).map(ScriptCall::number).orElse(0.0);
    }

    /** The limit that is kept at a key, where the call names that key and it is there; else the one that the call gives. */
    double limit(int keyIndex, int index) {
        Optional<Bytes> kept = keyIndex < call.keys().size() ? call.get(call.key(keyIndex)) : Optional.empty();
        return kept.map(ScriptCall::number).orElseGet(() -> number(index));
    }

    /** Counts, and gives the key its end with the first count. */
    long count(Key key, long step, double life) {
        Write end = end(key, life);
        long count = CounterCommands.add(call, key, step);
        if (count == step) {
            call.apply(end);
        }
        return count;
    }

    /** What ends a key after so many milliseconds; refused, before anything is written, where that is too far off. */
    static Write end(Key key, double life) {
        long millis = (long) life;
        if (millis > Expiry.LONGEST.toMillis()) {
            throw new Refused("ERR invalid expire time in 'pexpire' command");
        }
        return millis <= 0 ? new Write.Delete(key) : new Write.Expire(key, new Expiry.After(Duration.ofMillis(millis)));
    }

    /** Numbers as a script returns them: without what stands behind the point. */
    static Reply numbers(double... values) {
        List<Reply> replies = new ArrayList<>(values.length);
        for (double value : values) {
            replies.add(Reply.of((long) value));
        }
        return new Reply.Array(replies);
    }
}
