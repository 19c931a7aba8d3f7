package dev.yorozu.command.script;

import static dev.yorozu.command.script.ScriptCall.numbers;

import dev.yorozu.command.call.Call;
import dev.yorozu.command.call.Numbers;
import dev.yorozu.command.call.Reply;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Key;
import dev.yorozu.store.Read;
import dev.yorozu.store.Write;
import java.util.Optional;

/** The limits of @upstash/ratelimit for one region: windows and buckets. A negative step gives back. */
final class WindowScripts {
    private static final Bytes REFILLED_AT = Bytes.of("refilledAt");
    private static final Bytes TOKENS = Bytes.of("tokens");
    /** How long a window is remembered after the one that follows it. */
    private static final int SLACK_MILLIS = 1_000;

    private WindowScripts() {}

    /** Keys: the window, the limit that may be kept. Arguments: limit, life of the window, step. */
    static Reply fixed(Call call) {
        ScriptCall script = new ScriptCall(call);
        double limit = script.limit(1, 0);
        return numbers(script.count(script.key(0), script.whole(2), script.number(1)), limit);
    }

    /** Keys as before. Arguments: limit. */
    static Reply fixedRemaining(Call call) {
        ScriptCall script = new ScriptCall(call);
        double limit = script.limit(1, 0);
        return numbers(limit - script.count(script.key(0)), limit);
    }

    /** Keys: the window, the one before, the limit that may be kept. Arguments: limit, now, length of a window, step. */
    static Reply sliding(Call call) {
        ScriptCall script = new ScriptCall(call);
        double limit = script.limit(2, 0);
        long step = script.whole(3);
        double before = before(script, 1);
        if (step > 0 && before + script.count(script.key(0)) >= limit) {
            return numbers(-1, limit);
        }
        long count = script.count(script.key(0), step, script.positive(2) * 2 + SLACK_MILLIS);
        return numbers(limit - (count + before), limit);
    }

    /** Keys as before. Arguments: limit, now, length of a window. */
    static Reply slidingRemaining(Call call) {
        ScriptCall script = new ScriptCall(call);
        double limit = script.limit(2, 0);
        return numbers(limit - (before(script, 1) + script.count(script.key(0))), limit);
    }

    /** What still weighs of the window before: the share of it that a window ending now reaches back to. */
    private static double before(ScriptCall script, int now) {
        return Math.floor((1 - passed(script, now)) * script.count(script.key(1)));
    }

    /** The share of the present window that has passed. Arguments from this one on: now, length of a window. */
    static double passed(ScriptCall script, int now) {
        double length = script.positive(now + 1);
        return script.number(now) % length / length;
    }

    /** Keys: the bucket, the limit that may be kept. Arguments: size, interval, tokens for each interval, now, step. */
    static Reply bucket(Call call) {
        ScriptCall script = new ScriptCall(call);
        Key key = script.key(0);
        double size = script.limit(1, 0);
        double interval = script.positive(1);
        double rate = script.positive(2);
        double now = script.number(3);
        long step = script.whole(4);
        Optional<Bytes> kept = call.read(new Read.Field(key, REFILLED_AT));
        double refilledAt = kept.map(ScriptCall::number).orElse(now);
        double tokens = kept.isEmpty() ? size : tokens(call, key);
        if (now >= refilledAt + interval) {
            double refills = Math.floor((now - refilledAt) / interval);
            tokens = Math.min(size, tokens + refills * rate);
            refilledAt += refills * interval;
        }
        if (step > 0 && tokens < step) {
            return numbers(-1, refilledAt + interval, size);
        }
        double remaining = tokens - step;
        double full = Math.ceil((size - remaining) / rate) * interval;
        Write end = ScriptCall.end(key, full);
        call.apply(new Write.HashPut(key, REFILLED_AT, Bytes.of(Numbers.text(refilledAt))));
        call.apply(new Write.HashPut(key, TOKENS, Bytes.of(Numbers.text(remaining))));
        if (full > 0) {
            call.apply(end);
        }
        return numbers(remaining, refilledAt + interval, size);
    }

    /** Keys as before. Arguments: size. */
    static Reply bucketRemaining(Call call) {
        ScriptCall script = new ScriptCall(call);
        Key key = script.key(0);
        double size = script.limit(1, 0);
        return call.read(new Read.Field(key, REFILLED_AT))
                .map(refilledAt -> numbers(tokens(call, key), ScriptCall.number(refilledAt), size))
                .orElseGet(() -> numbers(size, -1, size));
    }

    private static double tokens(Call call, Key key) {
        return call.read(new Read.Field(key, TOKENS)).map(ScriptCall::number).orElse(0.0);
    }

    /**
     * Keys: the window. Arguments: its life, step. The published script compares a number with a text, so that its windows
     * never end; here they do.
     */
    static Reply cached(Call call) {
        ScriptCall script = new ScriptCall(call);
        return Reply.of(script.count(script.key(0), script.whole(1), script.number(0)));
    }

    /** Keys: the window. */
    static Reply cachedRemaining(Call call) {
        return call.get(new ScriptCall(call).key(0)).map(Reply::of).orElse(Reply.ZERO);
    }
}
