package dev.yorozu.store.redis;

import dev.yorozu.store.Bytes;
import io.lettuce.core.RedisCommandExecutionException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The counts of many callers, made by one call of a script, which costs Redis little more than that of one.
 *
 * <p>Each counter is counted at by itself, and its fault is no other's. Those that count at the same counter share one sum,
 * of which each takes the number that it would have come to in the order of asking. Where the sum is too large, which it may
 * not be for the first of them, they are sent one by one.
 */
final class JoinedCounts {
    private final List<List<Call>> counters;
    private final Consumer<List<Call>> connection;

    private JoinedCounts(List<List<Call>> counters, Consumer<List<Call>> connection) {
        this.counters = counters;
        this.connection = connection;
    }

    /**
     * What to send for these calls: all counts together, after all else.
     *
     * @param connection writes calls at once
     */
    static List<Call> join(List<Call> calls, Consumer<List<Call>> connection) {
        if (calls.size() < 2) {
            return calls;
        }
        Map<Bytes, List<Call>> counters = new LinkedHashMap<>();
        List<Call> joined = new ArrayList<>(calls.size());
        for (Call call : calls) {
            if (Script.joins(call.command())) {
                counters.computeIfAbsent(call.command().key(), key -> new ArrayList<>(1))
                        .add(call);
            } else {
                joined.add(call);
            }
        }
        if (calls.size() - joined.size() < 2) {
            return calls;
        }
        joined.add(new JoinedCounts(List.copyOf(counters.values()), connection).call());
        return joined;
    }

    private Call call() {
        List<Command> sums = counters.stream()
                .map(counts -> Script.sum(counts.getFirst().command(), counts.size()))
                .toList();
        Call call = Call.sending(Script.join(sums), () -> counters.forEach(counts -> counts.forEach(Call::sending)));
        call.whenComplete(this::arrive);
        return call;
    }

    private void arrive(@Nullable Object reply, @Nullable Throwable failure) {
        List<@Nullable Object> replies =
                failure != null || counters.size() == 1 ? Collections.singletonList(reply) : Replies.list(reply);
        for (int i = 0; i < counters.size(); i++) {
            arrive(counters.get(i), failure == null ? replies.get(i) : null, failure);
        }
    }

    private void arrive(List<Call> counts, @Nullable Object reply, @Nullable Throwable failure) {
        Throwable fault = reply instanceof Bytes text && text.number().isEmpty()
                ? new RedisCommandExecutionException(text.text())
                : failure;
        if (fault == null) {
            long first = Replies.number(reply) - counts.size() + 1;
            for (int i = 0; i < counts.size(); i++) {
                counts.get(i).complete(first + i);
            }
        } else if (counts.size() > 1 && String.valueOf(fault.getMessage()).contains("would overflow")) {
            connection.accept(counts);
        } else {
            counts.forEach(count -> count.completeExceptionally(fault));
        }
    }
}
