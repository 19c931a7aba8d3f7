package dev.yorozu.server.metrics;

import dev.yorozu.server.metrics.StoreMetrics.Operation;
import dev.yorozu.server.metrics.StoreMetrics.Outcome;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Commit;
import dev.yorozu.store.Durability;
import dev.yorozu.store.Key;
import dev.yorozu.store.Read;
import dev.yorozu.store.RoundTrip;
import dev.yorozu.store.Scan;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A store that times every call to another. */
record MeteredStore(Store store, StoreMetrics metrics) implements Store.Forwarding {
    @Override
    public Commit commit(Batch batch) {
        return timed(Operation.COMMIT, () -> store.commit(batch));
    }

    /** Observed once, with the worst of its outcomes: its parts share one wait, and none has a time of its own. */
    @Override
    public void send(RoundTrip trip) {
        List<RoundTrip.Item<?>> items = trip.items();
        Operation operation = items.size() == 1 ? operation(items.getFirst()) : Operation.TRIP;
        long start = System.nanoTime();
        Outcome worst = Outcome.FAILED;
        try {
            store.send(trip);
            worst = worst(items);
        } finally {
            metrics.observe(operation, worst, System.nanoTime() - start);
        }
    }

    private static Outcome worst(List<RoundTrip.Item<?>> items) {
        Outcome worst = Outcome.OK;
        for (RoundTrip.Item<?> item : items) {
            Outcome outcome = outcome(item);
            worst = outcome.compareTo(worst) > 0 ? outcome : worst;
        }
        return worst;
    }

    private static Operation operation(RoundTrip.Item<?> item) {
        return switch (item) {
            case RoundTrip.Change change -> Operation.COMMIT;
            case RoundTrip.Question<?> question -> operation(question.read());
        };
    }

    private static Outcome outcome(RoundTrip.Item<?> item) {
        try {
            return outcomeOf(item.get());
        } catch (StoreException fault) {
            return Outcome.of(fault);
        }
    }

    private static Outcome outcomeOf(@Nullable Object answer) {
        return answer instanceof Commit.Rejected ? Outcome.REJECTED : Outcome.OK;
    }

    @Override
    public <R> R read(Read<R> question) {
        return timed(operation(question), () -> store.read(question));
    }

    @Override
    public <R> List<R> readAll(List<? extends Read<? extends R>> questions) {
        return timed(Operation.READ_ALL, () -> store.<R>readAll(questions));
    }

    /** A program takes its turn with the batches, and is counted with them. */
    @Override
    public <R> R run(Program<R> program, Durability durability) {
        return timed(Operation.COMMIT, () -> store.run(program, durability));
    }

    @Override
    public <R> R view(List<Key> keys, Program<R> program) {
        return timed(Operation.READ_ALL, () -> store.view(keys, program));
    }

    @Override
    public Scan.Page scan(Scan scan) {
        return timed(Operation.SCAN, () -> store.scan(scan));
    }

    @Override
    public void ping() {
        timed(Operation.PING, () -> {
            store.ping();
            return true;
        });
    }

    private <R> R timed(Operation operation, Supplier<R> question) {
        long start = System.nanoTime();
        Outcome outcome = Outcome.FAILED;
        try {
            R answer = question.get();
            outcome = outcomeOf(answer);
            return answer;
        } catch (RuntimeException | Error e) {
            outcome = Outcome.of(e);
            throw e;
        } finally {
            metrics.observe(operation, outcome, System.nanoTime() - start);
        }
    }

    private static Operation operation(Read<?> question) {
        return switch (question) {
            case Read.Get read -> Operation.GET;
            case Read.Formed<?> read -> Operation.GET;
            case Read.Members read -> Operation.MEMBERS;
            case Read.IsMember read -> Operation.IS_MEMBER;
            case Read.Ranks read -> Operation.RANKS;
            case Read.RankOf read -> Operation.RANK_OF;
            case Read.ScoreOf read -> Operation.SCORE_OF;
            case Read.Slice read -> Operation.SLICE;
            case Read.Field read -> Operation.FIELD;
            case Read.Fields read -> Operation.FIELDS;
            case Read.Size read -> Operation.SIZE;
            case Read.Type read -> Operation.TYPE;
            case Read.Remaining read -> Operation.REMAINING;
            case Read.Footprint read -> Operation.FOOTPRINT;
        };
    }
}
