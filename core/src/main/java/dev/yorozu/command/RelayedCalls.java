package dev.yorozu.command;

import dev.yorozu.command.call.Call;
import dev.yorozu.command.call.Command;
import dev.yorozu.command.call.Numbers;
import dev.yorozu.command.call.Reply;
import dev.yorozu.command.script.ScriptCommands;
import dev.yorozu.keyspace.KeyPattern;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Key;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Calls that the Redis behind a store does itself; here they were checked, and get their replies' types. */
record RelayedCalls(Store.Relay relay, SchemaCheck check, Map<String, Bytes> scripts) {
    RelayedCalls(Store.Relay relay, SchemaCheck check) {
        this(relay, check, new ConcurrentHashMap<>());
    }

    /** Has calls done as one step; empty when a watched key has another digest. */
    Optional<Step> run(List<Prepared> calls, Map<Key, Bytes> watched) {
        if (calls.isEmpty() && watched.isEmpty()) {
            return Optional.of(new Step(calls, List.of(), List.of(), false));
        }
        return relay.relay(calls.stream().map(this::relayed).toList(), watched, check.undoes())
                .map(outcome -> step(calls, outcome));
    }

    /** Whether calls on these keys can be one step. */
    boolean takesTogether(List<Key> ones, List<Key> others) {
        return others.stream().allMatch(key -> relay.reachesTogether(ones.getFirst(), key));
    }

    private Store.Relayed relayed(Prepared call) {
        int[] places = call.command().keyPlaces(call.parts());
        Map<Integer, Store.Shape> shapes = new LinkedHashMap<>();
        boolean checked = check.watches() && SchemaCheck.isChecked(call);
        for (int i = 0; checked && i < places.length; i++) {
            int part = places[i];
            call.patterns().get(i).ifPresent(pattern -> shapes.put(part, pattern.shape()));
        }
        return new Store.Relayed(
                call.parts(),
                keys(call),
                shapes,
                call.command().is(Command.Flag.KEEPS),
                call.command().is(Command.Flag.WRITE));
    }

    private static Step step(List<Prepared> calls, Store.RelayOutcome outcome) {
        List<Violation> violations = violations(calls, outcome);
        return outcome.undone()
                ? Step.undone(calls, violations)
                : new Step(calls, replies(calls, outcome.told()), violations, false);
    }

    private static List<Violation> violations(List<Prepared> calls, Store.RelayOutcome outcome) {
        Map<Key, KeyPattern> patterns = new HashMap<>();
        for (Prepared call : calls) {
            for (int i = 0; i < call.keys().size(); i++) {
                Key key = call.keys().get(i);
                call.patterns().get(i).ifPresent(pattern -> patterns.put(key, pattern));
            }
        }
        return outcome.flawed().stream()
                .map(flawed ->
                        new Violation(Objects.requireNonNull(patterns.get(flawed.key())), flawed.key(), flawed.flaw()))
                .distinct()
                .toList();
    }

    private static Map<Integer, Key> keys(Prepared call) {
        int[] places = call.command().keyPlaces(call.parts());
        Map<Integer, Key> keys = new LinkedHashMap<>();
        for (int i = 0; i < places.length; i++) {
            keys.put(places[i], call.keys().get(i));
        }
        return keys;
    }

    /**
     * The reply of a script that is known, which Redis runs as its client wrote it: but for the first line, whose flags only
     * Upstash knows. So its text must have come once. What it leaves behind is not undone, so that none may write where that
     * would be asked for; else it is looked at afterwards.
     */
    Step script(Prepared call) {
        Reply reply = scriptReply(call);
        boolean looked = check.watches() && SchemaCheck.isChecked(call) && !(reply instanceof Reply.Failure);
        return new Step(List.of(call), List.of(reply), looked ? left(call) : List.of(), false);
    }

    /** What a script has left in another shape than it must have. What cannot be looked at is not told: the script was done. */
    private List<Violation> left(Prepared call) {
        List<Bytes> parts = new ArrayList<>(List.of(Bytes.of("EXISTS")));
        Map<Integer, Key> keys = new LinkedHashMap<>();
        Map<Integer, Store.Shape> shapes = new LinkedHashMap<>();
        for (int i = 0; i < call.keys().size(); i++) {
            int part = i + 1;
            Key key = call.keys().get(i);
            parts.add(Bytes.of(key.name()));
            keys.put(part, key);
            call.patterns().get(i).ifPresent(pattern -> shapes.put(part, pattern.shape()));
        }
        try {
            return relay.relay(List.of(new Store.Relayed(parts, keys, shapes, true, false)), Map.of(), false)
                    .map(outcome -> violations(List.of(call), outcome))
                    .orElse(List.of());
        } catch (StoreException fault) {
            return List.of();
        }
    }

    private Reply scriptReply(Prepared call) {
        if (call.command().is(Command.Flag.LOCAL)) {
            return Reply.error(
                    "ERR this server hands no commands of another one on to its Redis: let that use the Redis"
                            + " itself");
        }
        if (check.undoes() && SchemaCheck.isChecked(call)) {
            return Reply.error("SCHEMA a script that Redis runs may not write a key that Yorozu declares");
        }
        String name = call.command().name();
        if (Call.word(call.parts().getFirst()).equals("EVAL")) {
            scripts.put(name, withoutFlags(call.parts().get(1)));
        }
        Bytes text = scripts.get(name);
        if (text == null) {
            return ScriptCommands.unknown("evalsha").reply();
        }
        List<Bytes> parts = new ArrayList<>(call.parts());
        parts.set(0, Bytes.of("EVAL"));
        parts.set(1, text);
        return plain(relay.script(new Store.Relayed(parts, keys(call), Map.of(), false, true)));
    }

    private static Bytes withoutFlags(Bytes text) {
        String script = text.text();
        return script.startsWith("#!") ? Bytes.of(script.substring(script.indexOf('\n') + 1)) : text;
    }

    private static List<Reply> replies(List<Prepared> calls, List<Store.Told> told) {
        List<Reply> replies = new ArrayList<>(calls.size());
        for (int i = 0; i < calls.size(); i++) {
            replies.add(
                    switch (told.get(i)) {
                        case Store.Told.Status status -> new Reply.Simple(status.text());
                        case Store.Told.Failed failed -> Reply.error(failed.text());
                        case Store.Told.Value value -> typed(calls.get(i), plain(value.value()));
                    });
        }
        return replies;
    }

    private static Reply plain(@Nullable Object value) {
        return switch (value) {
            case null -> Reply.NULL;
            case Long number -> Reply.of(number);
            case Bytes bytes -> Reply.of(bytes);
            case List<?> list ->
                new Reply.Array(list.stream().map(RelayedCalls::plain).toList());
            default -> throw new IllegalStateException("Not a reply of Redis: " + value.getClass());
        };
    }

    /** Scripts tell replies as RESP2 has them; which of them are more in RESP3 follows from the command. */
    private static Reply typed(Prepared call, Reply plain) {
        List<Reply> items = plain instanceof Reply.Array array ? array.items() : List.of();
        return switch (call.command().name()) {
            case "hgetall" -> new Reply.Pairs(items);
            case "smembers" -> new Reply.Members(items);
            case "spop" -> plain instanceof Reply.Array ? new Reply.Members(items) : plain;
            case "lpop", "rpop" -> plain.equals(Reply.NULL) && call.parts().size() > 2 ? Reply.NULL_ARRAY : plain;
            case "zscore", "zincrby", "zadd" -> real(plain);
            case "zmscore" ->
                new Reply.Array(items.stream().map(RelayedCalls::real).toList());
            case "zpopmin", "zpopmax" ->
                call.parts().size() > 2 ? new Reply.Scored(scored(items)) : new Reply.Array(scored(items));
            case "zrange", "zrevrange", "zrangebyscore", "zrevrangebyscore" ->
                call.parts().stream().skip(4).anyMatch(part -> Call.word(part).equals("WITHSCORES"))
                        ? new Reply.Scored(scored(items))
                        : plain;
            default -> plain;
        };
    }

    private static Reply real(Reply reply) {
        return reply instanceof Reply.Bulk bulk
                ? new Reply.Real(Numbers.real(bulk.value()).orElseThrow())
                : reply;
    }

    private static List<Reply> scored(List<Reply> items) {
        List<Reply> scored = new ArrayList<>(items);
        for (int i = 1; i < scored.size(); i += 2) {
            scored.set(i, real(scored.get(i)));
        }
        return scored;
    }
}
