package dev.yorozu.command.family;

import static dev.yorozu.command.call.Command.Flag.FAST;
import static dev.yorozu.command.call.Command.Flag.KEEPS;
import static dev.yorozu.command.call.Command.Flag.MANY;
import static dev.yorozu.command.call.Command.Flag.READONLY;
import static dev.yorozu.command.call.Command.Flag.WRITE;

import dev.yorozu.command.call.Call;
import dev.yorozu.command.call.Command;
import dev.yorozu.command.call.Refused;
import dev.yorozu.command.call.Reply;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Order;
import dev.yorozu.store.Ranked;
import dev.yorozu.store.Read;
import dev.yorozu.store.Write;
import java.util.List;
import java.util.Optional;

/** Ranges of sorted sets: by rank, by score and by the members' bytes. */
public final class RangeCommands {
    private RangeCommands() {}

    /** What a range is about. */
    private enum By {
        RANK,
        SCORE,
        LEX
    }

    public static List<Command> all() {
        return List.of(
                Command.on("zrange", -4, RangeCommands::anyRange, READONLY, MANY),
                Command.on("zrevrange", -4, call -> ranks(call, new Form(By.RANK, Order.FALLING)), READONLY, MANY),
                Command.on("zrangebyscore", -4, call -> ranks(call, new Form(By.SCORE, Order.RISING)), READONLY, MANY),
                Command.on(
                        "zrevrangebyscore", -4, call -> ranks(call, new Form(By.SCORE, Order.FALLING)), READONLY, MANY),
                Command.on("zcount", 4, RangeCommands::count, READONLY, FAST, MANY),
                Command.on("zremrangebyrank", 4, RangeCommands::removeByRank, WRITE, KEEPS),
                Command.on("zremrangebyscore", 4, RangeCommands::removeByScore, WRITE, KEEPS),
                Command.on("zpopmin", -2, call -> pop(call, Order.RISING), WRITE, KEEPS, FAST),
                Command.on("zpopmax", -2, call -> pop(call, Order.FALLING), WRITE, KEEPS, FAST));
    }

    /**
     * The form of a range, as far as it is said.
     *
     * @param by empty where the options may still say it, and so for the order
     */
    private record Form(Optional<By> by, Optional<Order> order) {
        Form(By by, Order order) {
            this(Optional.of(by), Optional.of(order));
        }
    }

    private static Reply anyRange(Call call) {
        return ranks(call, new Form(Optional.empty(), Optional.empty()));
    }

    /** What the options of a call ask for. */
    private record Request(By by, Order order, boolean withScores, long offset, long limit) {
        static Request of(Call call, Form form) {
            Optional<By> by = form.by();
            Optional<Order> order = form.order();
            boolean withScores = false;
            long offset = 0;
            long limit = -1;
            for (int i = 4; i < call.size(); i++) {
                String word = call.option(i);
                if (word.equals("WITHSCORES")) {
                    withScores = true;
                } else if (word.equals("LIMIT") && i + 2 < call.size()) {
                    offset = call.integer(i + 1);
                    limit = call.integer(i + 2);
                    i += 2;
                } else if (word.equals("REV") && order.isEmpty()) {
                    order = Optional.of(Order.FALLING);
                } else if (word.equals("BYLEX") && by.isEmpty()) {
                    by = Optional.of(By.LEX);
                } else if (word.equals("BYSCORE") && by.isEmpty()) {
                    by = Optional.of(By.SCORE);
                } else {
                    throw Refused.syntax();
                }
            }
            return new Request(by.orElse(By.RANK), order.orElse(Order.RISING), withScores, offset, limit).checked();
        }

        private Request checked() {
            if (limit != -1 && by == By.RANK) {
                throw new Refused(
                        "ERR syntax error, LIMIT is only supported in combination with either BYSCORE or BYLEX");
            }
            if (withScores && by == By.LEX) {
                throw new Refused("ERR syntax error, WITHSCORES not supported in combination with BYLEX");
            }
            return this;
        }

        /** Those of what was found that the limit leaves. */
        List<Ranked> limited(List<Ranked> found) {
            if (offset < 0 || offset >= found.size()) {
                return List.of();
            }
            long count = limit < 0 ? found.size() - offset : Math.min(limit, found.size() - offset);
            return found.subList((int) offset, (int) (offset + count));
        }
    }

    private static Reply ranks(Call call, Form form) {
        Request request = Request.of(call, form);
        boolean rising = request.order() == Order.RISING;
        // Falling ranges name their upper end first, but for those of ranks.
        Bytes lower = call.part(rising ? 2 : 3);
        Bytes upper = call.part(rising ? 3 : 2);
        List<Ranked> found = switch (request.by()) {
            case RANK -> {
                long start = call.integer(2);
                long stop = call.integer(3);
                yield call.read(new Read.Ranks(call.key(), request.order(), start, stop));
            }
            case SCORE -> byScore(call, ScoreRange.of(lower, upper), request);
            case LEX -> byMember(call, MemberRange.of(lower, upper), request);
        };
        return RankCommands.ranked(found, request.withScores());
    }

    private static List<Ranked> byScore(Call call, ScoreRange range, Request request) {
        long first = range.before(call);
        long end = range.upTo(call);
        long count = Math.max(0, end - first) - request.offset();
        if (request.offset() < 0 || count <= 0 || request.limit() == 0) {
            return List.of();
        }
        if (request.limit() > 0) {
            count = Math.min(count, request.limit());
        }
        long start = request.order() == Order.RISING ? first : RankCommands.count(call) - end;
        start += request.offset();
        return call.read(new Read.Ranks(call.key(), request.order(), start, start + count - 1));
    }

    /** Reads the whole set: no index has the members without their scores. */
    private static List<Ranked> byMember(Call call, MemberRange range, Request request) {
        return request.limited(call.read(new Read.Ranks(call.key(), request.order(), 0, -1)).stream()
                .filter(ranked -> range.has(ranked.member()))
                .toList());
    }

    private static Reply count(Call call) {
        ScoreRange range = ScoreRange.of(call.part(2), call.part(3));
        return Reply.of(Math.max(0, range.upTo(call) - range.before(call)));
    }

    private static Reply removeByRank(Call call) {
        long start = call.integer(2);
        long stop = call.integer(3);
        return removed(call, call.read(new Read.Ranks(call.key(), Order.RISING, start, stop)));
    }

    private static Reply removeByScore(Call call) {
        ScoreRange range = ScoreRange.of(call.part(2), call.part(3));
        long first = range.before(call);
        long end = range.upTo(call);
        return end <= first
                ? Reply.ZERO
                : removed(call, call.read(new Read.Ranks(call.key(), Order.RISING, first, end - 1)));
    }

    private static Reply removed(Call call, List<Ranked> found) {
        if (!found.isEmpty()) {
            call.apply(new Write.RankRemove(
                    call.key(), found.stream().map(Ranked::member).toList()));
        }
        return Reply.of(found.size());
    }

    private static Reply pop(Call call, Order order) {
        if (call.size() > 3) {
            throw Refused.syntax();
        }
        boolean counted = call.size() == 3;
        long count = counted ? call.count(2) : 1;
        if (RankCommands.count(call) == 0 || count == 0) {
            return Reply.EMPTY;
        }
        List<Ranked> popped = call.read(new Read.Ranks(call.key(), order, 0, count - 1));
        removed(call, popped);
        Reply reply = RankCommands.ranked(popped, true);
        return counted ? reply : new Reply.Array(((Reply.Scored) reply).items());
    }
}
