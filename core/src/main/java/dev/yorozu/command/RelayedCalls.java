package dev.yorozu.command;

import dev.yorozu.command.call.Call;
import dev.yorozu.command.call.Command;
import dev.yorozu.command.call.Numbers;
import dev.yorozu.command.call.Reply;
import dev.yorozu.keyspace.KeyPattern;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Key;
import dev.yorozu.store.Store;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Calls that the Redis behind a store does itself; here they were checked, and get their replies' types. */
record RelayedCalls(Store.Relay relay, SchemaCheck check) {
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
        Command command = call.command();
        Map<Integer, Key> keys = new LinkedHashMap<>();
        Map<Integer, Store.Shape> shapes = new LinkedHashMap<>();
        boolean checked = check.watches() && SchemaCheck.isChecked(call);
        for (int i = 0; i < call.keys().size(); i++) {
            int part = command.firstKey() + i * command.step();
            keys.put(part, call.keys().get(i));
            if (checked) {
                call.patterns().get(i).ifPresent(pattern -> shapes.put(part, pattern.shape()));
            }
        }
        return new Store.Relayed(call.parts(), keys, shapes, command.is(Command.Flag.KEEPS));
    }

    private static Step step(List<Prepared> calls, Store.RelayOutcome outcome) {
        Map<Key, KeyPattern> patterns = new HashMap<>();
        for (Prepared call : calls) {
            for (int i = 0; i < call.keys().size(); i++) {
                Key key = call.keys().get(i);
                call.patterns().get(i).ifPresent(pattern -> patterns.put(key, pattern));
            }
        }
        List<Violation> violations = outcome.flawed().stream()
                .map(flawed ->
                        new Violation(Objects.requireNonNull(patterns.get(flawed.key())), flawed.key(), flawed.flaw()))
                .distinct()
                .toList();
        return outcome.undone()
                ? Step.undone(calls, violations)
                : new Step(calls, replies(calls, outcome.told()), violations, false);
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
