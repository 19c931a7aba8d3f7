package dev.yorozu.command.family;

import dev.yorozu.command.call.Call;
import dev.yorozu.command.call.Refused;
import dev.yorozu.command.call.Reply;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Key;
import dev.yorozu.store.Read;
import dev.yorozu.store.Write;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;

/** ZADD and ZINCRBY. */
final class AddCommand {
    private static final List<String> OPTIONS = List.of("NX", "XX", "GT", "LT", "CH", "INCR");

    private AddCommand() {}

    /** As in Redis the same as an addition with INCR, which may so have options too. */
    static Reply increment(Call call) {
        return add(call, new HashSet<>(Set.of("INCR")));
    }

    static Reply add(Call call) {
        return add(call, new HashSet<>());
    }

    private static Reply add(Call call, Set<String> options) {
        int first = 2;
        while (first < call.size() && OPTIONS.contains(call.option(first))) {
            options.add(call.option(first++));
        }
        check(options, call.size() - first);
        double[] scores = new double[(call.size() - first) / 2];
        for (int i = 0; i < scores.length; i++) {
            scores[i] = call.real(first + 2 * i);
        }
        RankCommands.count(call); // Another type is refused before anything is done.
        long added = 0;
        long updated = 0;
        Reply last = Reply.NULL;
        for (int i = 0; i < scores.length; i++) {
            Outcome outcome = put(call, options, scores[i], call.part(first + 2 * i + 1));
            added += outcome.added() ? 1 : 0;
            updated += outcome.updated() ? 1 : 0;
            last = outcome.skipped() ? Reply.NULL : new Reply.Real(outcome.score());
        }
        return options.contains("INCR") ? last : Reply.of(options.contains("CH") ? added + updated : added);
    }

    private static void check(Set<String> options, int parts) {
        if (parts == 0 || parts % 2 == 1) {
            throw Refused.syntax();
        }
        boolean isNew = options.contains("NX");
        if (isNew && options.contains("XX")) {
            throw new Refused("ERR XX and NX options at the same time are not compatible");
        }
        boolean greater = options.contains("GT");
        boolean less = options.contains("LT");
        if ((isNew && (greater || less)) || (greater && less)) {
            throw new Refused("ERR GT, LT, and/or NX options at the same time are not compatible");
        }
        if (options.contains("INCR") && parts > 2) {
            throw new Refused("ERR INCR option supports a single increment-element pair");
        }
    }

    /** What became of one member, and the score that it has now. */
    private record Outcome(boolean added, boolean updated, boolean skipped, double score) {}

    private static Outcome put(Call call, Set<String> options, double given, Bytes member) {
        Key key = call.key();
        OptionalDouble old = call.read(new Read.ScoreOf(key, member));
        if (old.isEmpty() ? options.contains("XX") : options.contains("NX")) {
            return new Outcome(false, false, true, 0);
        }
        double score = given;
        if (old.isPresent() && options.contains("INCR")) {
            score += old.getAsDouble();
            if (Double.isNaN(score)) {
                throw new Refused("ERR resulting score is not a number (NaN)");
            }
        }
        if (old.isPresent()
                && (options.contains("LT") && score >= old.getAsDouble()
                        || options.contains("GT") && score <= old.getAsDouble())) {
            return new Outcome(false, false, true, 0);
        }
        boolean changed = call.flag(new Write.RankAdd(key, member, score, Write.Replace.ALWAYS));
        return new Outcome(old.isEmpty(), old.isPresent() && changed, false, score);
    }
}
