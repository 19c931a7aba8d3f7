package dev.yorozu.server.metrics;

import dev.yorozu.store.Batch;
import dev.yorozu.store.Commit;
import dev.yorozu.store.Durability;
import dev.yorozu.store.Key;
import dev.yorozu.store.Read;
import dev.yorozu.store.RoundTrip;
import dev.yorozu.store.Scan;
import dev.yorozu.store.Store;
import java.util.List;
import java.util.function.Supplier;

/** A store that times every call to another. */
record MeteredStore(Store store, StoreMetrics metrics) implements Store.Forwarding {
    @Override
    public Commit commit(Batch batch) {
        return timed(StoreOperation.COMMIT, () -> store.commit(batch));
    }

    /** Observed once, with the worst of its outcomes: its parts share one wait, and none has a time of its own. */
    @Override
    public void send(RoundTrip trip) {
        StoreOperation operation = StoreOperation.of(trip);
        long start = System.nanoTime();
        StoreOutcome worst = StoreOutcome.FAILED;
        try {
            store.send(trip);
            worst = StoreOutcome.worst(trip);
        } finally {
            metrics.observe(operation, worst, System.nanoTime() - start);
        }
    }

    @Override
    public <R> R read(Read<R> question) {
        return timed(StoreOperation.of(question), () -> store.read(question));
    }

    @Override
    public <R> List<R> readAll(List<? extends Read<? extends R>> questions) {
        return timed(StoreOperation.READ_ALL, () -> store.<R>readAll(questions));
    }

    /** A program takes its turn with the batches, and is counted with them. */
    @Override
    public <R> R run(Program<R> program, Durability durability) {
        return timed(StoreOperation.COMMIT, () -> store.run(program, durability));
    }

    @Override
    public <R> R view(List<Key> keys, Program<R> program) {
        return timed(StoreOperation.READ_ALL, () -> store.view(keys, program));
    }

    @Override
    public Scan.Page scan(Scan scan) {
        return timed(StoreOperation.SCAN, () -> store.scan(scan));
    }

    @Override
    public void ping() {
        timed(StoreOperation.PING, () -> {
            store.ping();
            return true;
        });
    }

    private <R> R timed(StoreOperation operation, Supplier<R> question) {
        long start = System.nanoTime();
        StoreOutcome outcome = StoreOutcome.FAILED;
        try {
            R answer = question.get();
            outcome = StoreOutcome.ofAnswer(answer);
            return answer;
        } catch (RuntimeException | Error e) {
            outcome = StoreOutcome.of(e);
            throw e;
        } finally {
            metrics.observe(operation, outcome, System.nanoTime() - start);
        }
    }
}
