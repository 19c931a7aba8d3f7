package dev.yorozu.command.script;

import dev.yorozu.command.call.Call;
import dev.yorozu.command.call.Reply;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Key;
import dev.yorozu.store.Read;
import dev.yorozu.store.Write;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The limits of @upstash/ratelimit for several regions: a window is a hash of what each request took. */
final class RegionScripts {
    private static final int SLACK_MILLIS = 1_000;

    private RegionScripts() {}

    /** Keys: the window. Arguments: id of the request, life of the window, step. */
    static Reply fixed(Call call) {
        ScriptCall script = new ScriptCall(call);
        Key key = script.key(0);
        long step = script.whole(2);
        Write end = ScriptCall.end(key, script.number(1));
        call.apply(new Write.HashPut(key, script.argument(0), Bytes.of(step)));
        Map<Bytes, Bytes> taken = taken(call, key);
        if (taken.size() == 1 && sum(taken) == step) {
            call.apply(end);
        }
        return fields(taken);
    }

    /** Keys: the window. */
    static Reply fixedRemaining(Call call) {
        return fields(taken(call, new ScriptCall(call).key(0)));
    }

    /** Keys: the window, the one before. Arguments: limit, now, length of a window, id of the request, step. */
    static Reply sliding(Call call) {
        ScriptCall script = new ScriptCall(call);
        Map<Bytes, Bytes> current = taken(call, script.key(0));
        Map<Bytes, Bytes> previous = taken(call, script.key(1));
        long step = script.whole(4);
        double weighed = sum(previous) * (1 - WindowScripts.passed(script, 1)) + sum(current);
        boolean refused = step > 0 && weighed + step > script.number(0);
        if (!refused) {
            Write end = ScriptCall.end(script.key(0), script.number(2) * 2 + SLACK_MILLIS);
            call.apply(new Write.HashPut(script.key(0), script.argument(3), Bytes.of(step)));
            if (sum(current) == 0) {
                call.apply(end);
            }
        }
        return new Reply.Array(List.of(fields(current), fields(previous), refused ? Reply.NULL : Reply.ONE));
    }

    /** Keys as before. Arguments: now, length of a window. */
    static Reply slidingRemaining(Call call) {
        ScriptCall script = new ScriptCall(call);
        double before = Math.floor((1 - WindowScripts.passed(script, 0)) * sum(taken(call, script.key(1))));
        return Reply.of((long) (sum(taken(call, script.key(0))) + before));
    }

    private static Map<Bytes, Bytes> taken(Call call, Key key) {
        return call.read(new Read.Fields(key));
    }

    private static double sum(Map<Bytes, Bytes> taken) {
        return taken.values().stream().mapToDouble(ScriptCall::number).sum();
    }

    private static Reply fields(Map<Bytes, Bytes> taken) {
        List<Bytes> flat = new ArrayList<>(2 * taken.size());
        taken.forEach((id, step) -> flat.addAll(List.of(id, step)));
        return Reply.bulks(flat);
    }
}
