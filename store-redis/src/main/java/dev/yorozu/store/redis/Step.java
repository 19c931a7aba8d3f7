package dev.yorozu.store.redis;

import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Order;
import dev.yorozu.store.Write;
import dev.yorozu.store.backend.Throttling;
import io.lettuce.core.protocol.CommandType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What Redis is told to do for one write.
 *
 * @param kind the script's name for it; the type it works on where a plain command does it
 * @param verb the plain command whose reply is the result; null when only the script can do it
 * @param arguments what follows the key in the plain command, or the script's arguments where there is none
 */
record Step(Bytes kind, @Nullable CommandType verb, List<Bytes> arguments) {
    private static final Bytes REPLACE = Bytes.of("replace");
    private static final Bytes PUT = Bytes.of("put");
    private static final Bytes COUNT = Bytes.of("count");
    private static final Bytes ADD = Bytes.of("add");
    private static final Bytes EXPIRE = Bytes.of("expire");
    private static final Bytes PROLONG = Bytes.of("prolong");
    private static final Bytes THROTTLE = Bytes.of("throttle");
    private static final Bytes TRIM = Bytes.of("trim");
    private static final Bytes FORGET = Bytes.of("forget");
    private static final Bytes SET_AT = Bytes.of("set-at");
    private static final Bytes SWAP = Bytes.of("swap");
    private static final Bytes AMEND = Bytes.of("amend");
    private static final Bytes STRING = Bytes.of("string");
    private static final Bytes SET = Bytes.of("set");
    private static final Bytes RANK = Bytes.of("zset");
    private static final Bytes LIST = Bytes.of("list");
    private static final Bytes HASH = Bytes.of("hash");
    private static final Bytes CHANGED = Bytes.of("CH");
    private static final Bytes FIRST = Bytes.of(0);
    private static final Bytes LAST = Bytes.of(-1);

    /** The batch is the one that the write belongs to. */
    static Step of(Write write, Batch batch) {
        return switch (write) {
            case Write.Put put -> put(put);
            case Write.Delete delete -> new Step(REPLACE, CommandType.DEL, List.of());
            case Write.Take take -> new Step(STRING, CommandType.GETDEL, List.of());
            case Write.Amend amend -> new Step(AMEND, null, Amendment.arguments(amend, batch));
            case Write.Add add -> add(add);
            case Write.Expire expire -> new Step(EXPIRE, null, Arguments.forScript(expire.expiry()));
            case Write.Prolong prolong ->
                new Step(PROLONG, null, List.of(Bytes.of(prolong.life().toMillis())));
            case Write.Throttle throttle -> new Step(THROTTLE, null, throttle(Throttling.of(throttle)));
            case Write.SetAdd add -> new Step(SET, CommandType.SADD, add.members());
            case Write.SetRemove remove -> new Step(SET, CommandType.SREM, remove.members());
            case Write.RankAdd add -> new Step(RANK, CommandType.ZADD, rankAdd(add));
            case Write.RankRemove remove -> new Step(RANK, CommandType.ZREM, remove.members());
            case Write.RankTrim trim -> new Step(TRIM, null, surplus(trim));
            case Write.RankDrop drop ->
                new Step(
                        RANK,
                        CommandType.ZREMRANGEBYSCORE,
                        List.of(Arguments.score(drop.least()), Arguments.score(drop.greatest())));
            case Write.ListPush push ->
                new Step(LIST, push.end() == Write.End.HEAD ? CommandType.LPUSH : CommandType.RPUSH, push.values());
            case Write.ListTrim trim -> new Step(TRIM, null, surplus(trim));
            case Write.ListSet set -> new Step(SET_AT, null, List.of(Bytes.of(set.index()), set.value()));
            case Write.ListRemove remove -> new Step(LIST, CommandType.LREM, List.of(Bytes.of(1), remove.value()));
            case Write.ListReplace replace -> new Step(SWAP, null, List.of(replace.value(), replace.replacement()));
            case Write.HashTrim trim -> new Step(FORGET, null, List.of(Bytes.of(batch.trimming(trim))));
            case Write.HashPut put -> new Step(HASH, CommandType.HSET, List.of(put.field(), put.value()));
            case Write.HashRemove remove -> new Step(HASH, CommandType.HDEL, remove.fields());
        };
    }

    /** The one command that does this write when it stands alone; null when it takes the script. */
    static @Nullable Command alone(Write write, Batch batch, Bytes key) {
        if (write instanceof Write.Add add) {
            return add.onCreate() instanceof Expiry.Never
                    ? Command.on(key, CommandType.INCRBY, Bytes.of(add.delta()))
                    : Script.count(add, key);
        }
        if (write instanceof Write.Put put) {
            return Command.on(key, CommandType.SET, joined(put.value(), Arguments.options(put.expiry())));
        }
        if (write instanceof Write.Expire expire) {
            return switch (expire.expiry()) {
                case Expiry.At at -> Command.on(key, CommandType.PEXPIREAT, Arguments.millis(at));
                case Expiry.After after -> Command.on(key, CommandType.PEXPIRE, Arguments.millis(after));
                case Expiry.Keep keep -> null;
                case Expiry.Never never -> null;
            };
        }
        Step step = of(write, batch);
        return step.verb() == null ? null : Command.on(key, step.verb(), step.arguments());
    }

    /** Adds this step in the form that the script reads. */
    void appendTo(List<Bytes> arguments) {
        arguments.add(kind);
        if (verb != null) {
            arguments.add(Bytes.of(this.arguments.size() + 1L));
            arguments.add(Bytes.of(verb.name()));
        } else if (kind != COUNT && kind != PUT) {
            arguments.add(Bytes.of(this.arguments.size()));
        }
        arguments.addAll(this.arguments);
    }

    private static Step put(Write.Put put) {
        return switch (put.expiry()) {
            case Expiry.At at -> new Step(PUT, null, joined(put.value(), Arguments.options(at)));
            case Expiry.After after -> new Step(PUT, null, joined(put.value(), Arguments.options(after)));
            case Expiry.Keep keep -> new Step(REPLACE, CommandType.SET, joined(put.value(), Arguments.options(keep)));
            case Expiry.Never never -> new Step(REPLACE, CommandType.SET, List.of(put.value()));
        };
    }

    private static Step add(Write.Add add) {
        Bytes delta = Bytes.of(add.delta());
        return add.onCreate() instanceof Expiry.Never
                ? new Step(COUNT, null, List.of(delta))
                : new Step(ADD, null, joined(delta, Arguments.forScript(add)));
    }

    private static List<Bytes> rankAdd(Write.RankAdd add) {
        Bytes score = Arguments.score(add.score());
        return switch (add.replace()) {
            case ALWAYS -> List.of(CHANGED, score, add.member());
            case IF_GREATER -> List.of(Bytes.of("GT"), CHANGED, score, add.member());
            case IF_LESS -> List.of(Bytes.of("LT"), CHANGED, score, add.member());
        };
    }

    /** The type, the command that tells what a trim removes, and the one that removes it, both with their ranges. */
    private static List<Bytes> surplus(Write.RankTrim trim) {
        Bytes keep = Bytes.of(trim.keep());
        // The ranks by which members are removed rise, so what to keep when falling lies at the end.
        return trim.order() == Order.RISING
                ? List.of(RANK, Bytes.of("ZRANGE"), keep, LAST, Bytes.of("ZREMRANGEBYRANK"), keep, LAST)
                : List.of(
                        RANK,
                        Bytes.of("ZREVRANGE"),
                        keep,
                        LAST,
                        Bytes.of("ZREMRANGEBYRANK"),
                        FIRST,
                        Bytes.of(-trim.keep() - 1));
    }

    /** As for sorted sets; but what removes here is told what to keep. */
    private static List<Bytes> surplus(Write.ListTrim trim) {
        Bytes range = Bytes.of("LRANGE");
        Bytes keeping = Bytes.of("LTRIM");
        if (trim.keep() == 0) {
            return List.of(LIST, range, FIRST, LAST, keeping, Bytes.of(1), FIRST);
        }
        return trim.end() == Write.End.HEAD
                ? List.of(LIST, range, Bytes.of(trim.keep()), LAST, keeping, FIRST, Bytes.of(trim.keep() - 1))
                : List.of(LIST, range, FIRST, Bytes.of(-trim.keep() - 1), keeping, Bytes.of(-trim.keep()), LAST);
    }

    private static List<Bytes> throttle(Throttling throttling) {
        return List.of(Bytes.of(throttling.interval()), Bytes.of(throttling.burst()), Bytes.of(throttling.cost()));
    }

    private static List<Bytes> joined(Bytes first, List<Bytes> rest) {
        List<Bytes> all = new ArrayList<>(1 + rest.size());
        all.add(first);
        all.addAll(rest);
        return all;
    }
}
