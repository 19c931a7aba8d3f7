package dev.yorozu.command.family;

import static dev.yorozu.command.call.Command.Flag.DENYOOM;
import static dev.yorozu.command.call.Command.Flag.FAST;
import static dev.yorozu.command.call.Command.Flag.KEEPS;
import static dev.yorozu.command.call.Command.Flag.MANY;
import static dev.yorozu.command.call.Command.Flag.READONLY;
import static dev.yorozu.command.call.Command.Flag.WRITE;

import dev.yorozu.command.call.Call;
import dev.yorozu.command.call.Command;
import dev.yorozu.command.call.Numbers;
import dev.yorozu.command.call.Reply;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Order;
import dev.yorozu.store.Ranked;
import dev.yorozu.store.Read;
import dev.yorozu.store.ValueType;
import dev.yorozu.store.Write;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** Sorted sets, but for adding and for ranges. */
public final class RankCommands {
    private RankCommands() {}

    public static List<Command> all() {
        return List.of(
                Command.pairs("zadd", -4, AddCommand::add, WRITE, KEEPS, DENYOOM, FAST),
                Command.on("zincrby", 4, AddCommand::increment, WRITE, KEEPS, DENYOOM, FAST),
                Command.on("zrem", -3, RankCommands::remove, WRITE, KEEPS, FAST),
                Command.on("zscore", 3, call -> score(call, call.part(2)), READONLY, FAST),
                Command.on("zmscore", -3, RankCommands::scores, READONLY, FAST, MANY),
                Command.on("zcard", 2, call -> Reply.of(count(call)), READONLY, FAST, MANY),
                Command.on("zrank", 3, call -> rank(call, Order.RISING), READONLY, FAST),
                Command.on("zrevrank", 3, call -> rank(call, Order.FALLING), READONLY, FAST),
                Command.on("zscan", -3, RankCommands::scan, READONLY, MANY));
    }

    static long count(Call call) {
        return call.size(call.key(), ValueType.RANK);
    }

    private static Reply remove(Call call) {
        return Reply.of(call.number(new Write.RankRemove(call.key(), call.from(2))));
    }

    private static Reply score(Call call, Bytes member) {
        OptionalDouble score = call.read(new Read.ScoreOf(call.key(), member));
        return score.isEmpty() ? Reply.NULL : new Reply.Real(score.getAsDouble());
    }

    private static Reply scores(Call call) {
        return new Reply.Array(
                call.from(2).stream().map(member -> score(call, member)).toList());
    }

    private static Reply rank(Call call, Order order) {
        OptionalLong rank = call.read(new Read.RankOf(call.key(), call.part(2), order));
        return rank.isEmpty() ? Reply.NULL : Reply.of(rank.getAsLong());
    }

    private static Reply scan(Call call) {
        Map<Bytes, Bytes> scores = new HashMap<>();
        if (call.type(call.key()).filter(type -> type == ValueType.RANK).isPresent()) {
            for (Ranked ranked : call.read(new Read.Ranks(call.key(), Order.RISING, 0, -1))) {
                scores.put(ranked.member(), Bytes.of(Numbers.text(ranked.score())));
            }
        }
        return ElementScan.scan(
                call, ValueType.RANK, scores::keySet, member -> List.of(member, scores.getOrDefault(member, member)));
    }

    /** Members with their scores, or alone. */
    static Reply ranked(List<Ranked> found, boolean withScores) {
        if (!withScores) {
            return Reply.bulks(found.stream().map(Ranked::member).toList());
        }
        List<Reply> items = new ArrayList<>(2 * found.size());
        for (Ranked ranked : found) {
            items.add(Reply.of(ranked.member()));
            items.add(new Reply.Real(ranked.score()));
        }
        return new Reply.Scored(items);
    }
}
