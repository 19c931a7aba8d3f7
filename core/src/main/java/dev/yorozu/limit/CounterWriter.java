package dev.yorozu.limit;

import dev.yorozu.store.Batch;
import dev.yorozu.store.Commit;
import dev.yorozu.store.Durability;
import dev.yorozu.store.Found;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Key;
import dev.yorozu.store.Result;
import dev.yorozu.store.RoundTrip;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.Write;
import java.util.List;
import java.util.Optional;

/**
 * Counts at a key, and makes room there when something lies at it that is no count.
 *
 * <p>A limit owns its keys, and what they hold is worth nothing but its count. So what does not belong there, a list or a
 * word, is replaced by a fresh count at the first request that meets it: left alone it would refuse or admit its client
 * for as long as it lies there. The replacement is guarded by what was found, so that of many requests that meet it at
 * once only one starts the count, and all are counted.
 */
final class CounterWriter {
    private static final long ANY_SIZE = 1L << 53;

    private final Store store;
    private final Durability durability;

    CounterWriter(Store store, Durability durability) {
        this.store = store;
        this.durability = durability;
    }

    /** Counts with a trip. The answer is what the write gave; when it is first asked for, room is made if need be. */
    RoundTrip.Answer<Result> apply(RoundTrip trip, WindowPolicy policy, Write count) {
        Batch plain = new Batch(List.of(), List.of(count), of(policy));
        RoundTrip.Answer<Commit> outcome = trip.commit(plain);
        return RoundTrip.Answer.once(() -> {
            try {
                return last(outcome.get()).orElseThrow();
            } catch (StoreException.WrongType | StoreException.NotANumber garbage) {
                return replace(count).or(() -> last(store.commit(plain))).orElseThrow();
            }
        });
    }

    /**
     * Takes back what was counted. A counter that has ended meanwhile is not made again, and none falls below zero. A fault is
     * not worth one here: what is left undone only counts against the client, and ends by itself.
     */
    void giveBack(Write.Add counted) {
        Key key = counted.key();
        RoundTrip.attempt(
                store,
                Batch.builder()
                        .require(Guard.atLeast(key, counted.delta()))
                        .add(key, -counted.delta(), counted.onCreate())
                        .relaxed()
                        .build());
    }

    /** A limit that lets nothing pass uncounted is not to forget what it counted, either. */
    private Durability of(WindowPolicy policy) {
        return durability == Durability.DEFERRED && policy.failMode() == FailMode.CLOSED
                ? Durability.RELAXED
                : durability;
    }

    /** Empty when what was in the way was replaced by another request. */
    private Optional<Result> replace(Write count) {
        Key key = count.key();
        try {
            Commit commit = store.commit(
                    replacing(key, new Found.Nothing()).write(count).relaxed().build());
            if (commit instanceof Commit.Rejected rejected && !isCount(rejected.found())) {
                commit = store.commit(replacing(key, rejected.found())
                        .delete(key)
                        .write(count)
                        .relaxed()
                        .build());
            }
            return last(commit);
        } catch (StoreException.WrongType changedMeanwhile) {
            return Optional.empty();
        }
    }

    /** Begins a batch that puts something in place of what a guard of absence found; it is rejected once that is gone. */
    static Batch.Builder replacing(Key key, Found found) {
        Batch.Builder batch = Batch.builder();
        return switch (found) {
            case Found.Nothing nothing -> batch.require(Guard.absent(key));
            case Found.Value value -> batch.require(Guard.equalTo(key, value.value()));
            case Found.Collection collection ->
                // Only a collection has a size: asked of a string, this is a fault.
                batch.require(Guard.present(key))
                        .require(Guard.sizeBelow(key, ANY_SIZE))
                        .delete(key);
            case Found.Membership other -> throw new IllegalStateException("No guard here asks for members");
            case Found.Score other -> throw new IllegalStateException("No guard here asks for scores");
            case Found.Size other -> throw new IllegalStateException("No guard here finds that many");
        };
    }

    /** What the last write gave; empty when there was none, because the batch was rejected. */
    private static Optional<Result> last(Commit commit) {
        return commit instanceof Commit.Applied applied
                ? Optional.of(applied.results().getLast())
                : Optional.empty();
    }

    private static boolean isCount(Found found) {
        return found instanceof Found.Value string && string.value().number().orElse(Long.MAX_VALUE) < Long.MAX_VALUE;
    }
}
