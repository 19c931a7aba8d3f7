package dev.yorozu.store.redis;

import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Commit;
import dev.yorozu.store.Found;
import dev.yorozu.store.Result;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.ValueType;
import dev.yorozu.store.Write;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the replies of Redis. */
final class Replies {
    private static final Result DONE = new Result.Done();
    private static final Result YES = new Result.Flag(true);
    private static final Result NO = new Result.Flag(false);

    private Replies() {}

    /** What the script answered. */
    static Commit commit(Batch batch, @Nullable Object reply) {
        List<@Nullable Object> parts = list(reply);
        if (number(parts.getFirst()) == 0) {
            int index = Math.toIntExact(number(parts.get(1)));
            return new Commit.Rejected(index, batch.guards().get(index), found(parts));
        }
        List<Write> writes = batch.writes();
        List<Result> results = new ArrayList<>(writes.size());
        for (int i = 0; i < writes.size(); i++) {
            results.add(result(writes.get(i), parts.get(i + 1)));
        }
        return new Commit.Applied(results);
    }

    /** What one write gave, by a plain command or within the script. */
    static Result result(Write write, @Nullable Object reply) {
        return switch (write) {
            case Write.Put put -> DONE;
            case Write.Delete delete -> flag(reply);
            case Write.Take take -> new Result.Value(value(reply));
            case Write.Amend amend -> flag(reply);
            case Write.Add add -> new Result.Number(number(reply));
            case Write.Expire expire -> flag(reply);
            case Write.Prolong prolong -> flag(reply);
            case Write.SetAdd add -> new Result.Number(number(reply));
            case Write.SetRemove remove -> new Result.Number(number(reply));
            case Write.RankAdd add -> flag(reply);
            case Write.RankRemove remove -> new Result.Number(number(reply));
            case Write.RankTrim trim -> new Result.Elements(elements(reply));
            case Write.RankDrop drop -> new Result.Number(number(reply));
            case Write.ListPush push -> new Result.Number(number(reply));
            case Write.ListTrim trim -> new Result.Elements(elements(reply));
            case Write.ListSet set -> flag(reply);
            case Write.ListRemove remove -> flag(reply);
            case Write.ListReplace replace -> flag(reply);
            case Write.HashPut put -> flag(reply);
            case Write.HashRemove remove -> new Result.Number(number(reply));
            case Write.HashTrim trim -> new Result.Number(number(reply));
            case Write.Throttle throttle -> decision(list(reply));
        };
    }

    /** A number, which the script spells out where it is too large for its own numbers. */
    static long number(@Nullable Object reply) {
        if (reply instanceof Long number) {
            return number;
        }
        return bytes(reply).number().orElseThrow(() -> unreadable(reply));
    }

    static Optional<Bytes> value(@Nullable Object reply) {
        return Optional.ofNullable(bytesOrNull(reply));
    }

    static Bytes bytes(@Nullable Object reply) {
        return value(reply).orElseThrow(() -> unreadable(reply));
    }

    @SuppressWarnings("unchecked")
    static List<@Nullable Object> list(@Nullable Object reply) {
        if (reply instanceof List<?> list) {
            return (List<@Nullable Object>) list;
        }
        throw unreadable(reply);
    }

    static List<Bytes> elements(@Nullable Object reply) {
        List<@Nullable Object> parts = list(reply);
        List<Bytes> elements = new ArrayList<>(parts.size());
        for (Object part : parts) {
            elements.add(bytes(part));
        }
        return elements;
    }

    /** The type of this Redis name; empty for no key at all, a fault for a type that the port does not know. */
    static Optional<ValueType> type(String name) {
        return switch (name) {
            case "none" -> Optional.empty();
            case "string" -> Optional.of(ValueType.STRING);
            case "set" -> Optional.of(ValueType.SET);
            case "zset" -> Optional.of(ValueType.RANK);
            case "list" -> Optional.of(ValueType.LIST);
            case "hash" -> Optional.of(ValueType.HASH);
            default -> throw new StoreException.WrongType();
        };
    }

    private static Found found(List<@Nullable Object> parts) {
        String what = bytes(parts.get(2)).text();
        return switch (what) {
            case "nothing" -> new Found.Nothing();
            case "value" -> new Found.Value(bytes(parts.get(3)));
            case "member" -> new Found.Membership();
            case "score" -> new Found.Score(Arguments.score(bytes(parts.get(3))));
            case "size" -> new Found.Size(number(parts.get(3)));
            default -> new Found.Collection(type(what).orElseThrow(() -> unreadable(what)));
        };
    }

    private static Result decision(List<@Nullable Object> parts) {
        return new Result.Decision(
                number(parts.get(0)) == 1,
                number(parts.get(1)),
                micros(number(parts.get(2))),
                micros(number(parts.get(3))));
    }

    private static Duration micros(long micros) {
        return Duration.ofNanos(micros * 1000);
    }

    private static Result flag(@Nullable Object reply) {
        return number(reply) > 0 ? YES : NO;
    }

    private static @Nullable Bytes bytesOrNull(@Nullable Object reply) {
        if (reply == null || reply instanceof Bytes) {
            return (Bytes) reply;
        }
        throw unreadable(reply);
    }

    static IllegalStateException unreadable(@Nullable Object reply) {
        String kind = reply == null ? "nothing" : reply.getClass().getSimpleName();
        return new IllegalStateException("Redis gave a reply of an unexpected shape: " + kind);
    }
}
