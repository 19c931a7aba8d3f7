package dev.yorozu.store.testkit.history;

import dev.yorozu.store.Batch;
import dev.yorozu.store.Durability;
import dev.yorozu.store.Key;
import dev.yorozu.store.Order;
import dev.yorozu.store.Read;
import dev.yorozu.store.Store;
import dev.yorozu.store.Write;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Plays the writes of batches, in whatever partitions, as one program that goes on after faults and looks at what it did. */
final class Programs {
    private final Store.State state;
    private final List<Object> outcomes = new ArrayList<>();

    private Programs(Store.State state) {
        this.state = state;
    }

    /** What became of each write and each question. */
    static List<Object> run(Store store, List<Batch> batches, List<Read<?>> questions) {
        return store.run(
                state -> {
                    Programs program = new Programs(state);
                    questions.forEach(question -> program.note(() -> state.read(question)));
                    batches.forEach(batch -> batch.writes().forEach(program::write));
                    batches.forEach(program::swap);
                    questions.forEach(question -> program.note(() -> state.read(question)));
                    return program.outcomes;
                },
                Durability.RELAXED);
    }

    private void note(Supplier<?> step) {
        outcomes.add(Outcome.of(step).value());
    }

    private void write(Write write) {
        // These two follow from other writes of their batch.
        if (write instanceof Write.HashTrim || write instanceof Write.Amend) {
            return;
        }
        Key key = write.key();
        note(() -> state.apply(write));
        note(() -> state.read(new Read.Type(key)));
        note(() -> state.read(new Read.Remaining(key)));
        note(() -> state.read(new Read.Slice(key, 0, 3)));
        note(() -> state.read(new Read.Ranks(key, Order.FALLING, 0, 3)));
        note(() -> state.below(key, 1, true));
    }

    /** Moves what the first write of a batch left to the key of its last one. */
    private void swap(Batch batch) {
        if (batch.writes().isEmpty()) {
            return;
        }
        Key from = batch.writes().getFirst().key();
        Key to = batch.writes().getLast().key();
        boolean instants = from.name().endsWith(":throttle") || to.name().endsWith(":throttle");
        if (!instants && !from.equals(to) && state.read(new Read.Type(from)).isPresent()) {
            state.move(from, to);
        }
        note(() -> state.read(new Read.Size(to)));
    }
}
