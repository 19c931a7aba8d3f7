package dev.yorozu.store.redis;

import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import dev.yorozu.store.Order;
import dev.yorozu.store.Write;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * Reads one step of a batch, as {@link Step} writes it.
 *
 * @param written the keys of all writes of the batch, of which some name another by its place
 */
record StepArguments(ScriptArguments in, Key key, List<Key> written) {
    Write write() {
        String kind = in.word();
        if (kind.equals("put")) {
            Bytes value = in.part();
            return new Write.Put(key, value, in.expiry());
        }
        if (kind.equals("count")) {
            return new Write.Add(key, in.number(), Expiry.never());
        }
        int count = Math.toIntExact(in.number());
        return switch (kind) {
            case "add" -> in.add(key);
            case "expire" -> new Write.Expire(key, in.expiry());
            case "prolong" -> new Write.Prolong(key, Duration.ofMillis(in.number()));
            case "throttle" -> throttle(in.number(), in.number(), in.number());
            case "amend" -> new Write.Amend(key, changes(in.parts(count)));
            case "trim" -> trim(in.parts(count));
            case "set-at" -> new Write.ListSet(key, in.number(), in.part());
            case "swap" -> new Write.ListReplace(key, in.part(), in.part());
            case "forget" -> new Write.HashTrim(key, written(in.part()));
            default -> command(in.word(), in.parts(count - 1));
        };
    }

    private Write.Throttle throttle(long interval, long burst, long cost) {
        return new Write.Throttle(
                key, burst / interval, Duration.ofNanos(Math.multiplyExact(burst, 1000L)), cost / interval);
    }

    private Key written(Bytes place) {
        long number = ScriptArguments.number(place);
        if (number < 0 || number >= written.size()) {
            throw new IllegalArgumentException("No such write");
        }
        return written.get((int) number);
    }

    /** A write that a plain command does. */
    private Write command(String verb, List<Bytes> arguments) {
        return switch (verb) {
            case "DEL" -> new Write.Delete(key);
            case "SET" -> new Write.Put(key, at(arguments, 0), arguments.size() > 1 ? Expiry.keep() : Expiry.never());
            case "GETDEL" -> new Write.Take(key);
            case "SADD" -> new Write.SetAdd(key, arguments);
            case "SREM" -> new Write.SetRemove(key, arguments);
            case "ZADD" -> rankAdd(arguments);
            case "ZREM" -> new Write.RankRemove(key, arguments);
            case "ZREMRANGEBYSCORE" ->
                new Write.RankDrop(key, Arguments.score(at(arguments, 0)), Arguments.score(at(arguments, 1)));
            case "LPUSH" -> new Write.ListPush(key, Write.End.HEAD, arguments);
            case "RPUSH" -> new Write.ListPush(key, Write.End.TAIL, arguments);
            case "LREM" -> new Write.ListRemove(key, at(arguments, 1));
            case "HSET" -> new Write.HashPut(key, at(arguments, 0), at(arguments, 1));
            case "HDEL" -> new Write.HashRemove(key, arguments);
            default -> throw new IllegalArgumentException("No write is " + verb);
        };
    }

    private Write rankAdd(List<Bytes> arguments) {
        int score = arguments.size() - 2;
        Write.Replace replace = score < 2
                ? Write.Replace.ALWAYS
                : at(arguments, 0).equals(Bytes.of("GT")) ? Write.Replace.IF_GREATER : Write.Replace.IF_LESS;
        return new Write.RankAdd(key, at(arguments, score + 1), Arguments.score(at(arguments, score)), replace);
    }

    /** The commands that trim say what goes, and where: from what is kept it follows which write it was. */
    private Write trim(List<Bytes> arguments) {
        String telling = at(arguments, 1).text();
        long from = ScriptArguments.number(at(arguments, 2));
        long to = ScriptArguments.number(at(arguments, 3));
        return switch (telling) {
            case "ZRANGE" -> new Write.RankTrim(key, Order.RISING, from);
            case "ZREVRANGE" -> new Write.RankTrim(key, Order.FALLING, from);
            case "LRANGE" ->
                from > 0
                        ? new Write.ListTrim(key, Write.End.HEAD, from)
                        : new Write.ListTrim(key, Write.End.TAIL, -to - 1);
            default -> throw new IllegalArgumentException("No trim asks by " + telling);
        };
    }

    private List<Write.Amend.Change> changes(List<Bytes> arguments) {
        List<Write.Amend.Change> changes = new ArrayList<>();
        int at = 0;
        while (at < arguments.size()) {
            String object = at(arguments, at).text();
            List<String> path = object.isEmpty() ? List.of() : Arrays.asList(object.split("\\.", -1));
            long count = ScriptArguments.number(at(arguments, at + 1));
            at += 2;
            for (long i = 0; i < count; i++, at += 3) {
                String name = at(arguments, at).text();
                changes.add(new Write.Amend.Change(
                        Stream.concat(path.stream(), Stream.of(name)).toList(),
                        source(at(arguments, at + 1), at(arguments, at + 2))));
            }
        }
        return changes;
    }

    private Write.Amend.Source source(Bytes counting, Bytes value) {
        return counting.length() == 0 ? new Write.Amend.Literal(value) : new Write.Amend.Tally(written(value));
    }

    private static Bytes at(List<Bytes> arguments, int place) {
        if (place < 0 || place >= arguments.size()) {
            throw new IllegalArgumentException("An argument is missing");
        }
        return arguments.get(place);
    }
}
