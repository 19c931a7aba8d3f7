package dev.yorozu.store;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Where the product's state lives: keys with typed values and lives, changed only by guarded batches.
 *
 * <p>A batch is atomic and serial: guards and writes see no other batch's half. Semantics are those of Redis. All methods
 * block, are safe for use by any number of (virtual) threads, and report faults as {@link StoreException}.
 */
public interface Store extends AutoCloseable {
    /** Applies the batch if all its guards hold. */
    Commit commit(Batch batch);

    /**
     * Answers all that was added to a {@link RoundTrip}, each with its own outcome or fault; called by the trip. A store
     * that is asked over a network does so in one round trip.
     */
    default void send(RoundTrip trip) {
        trip.items().forEach(item -> item.askOf(this));
    }

    /** Answers one question. */
    <R> R read(Read<R> question);

    /**
     * Answers many questions in one round trip, in their order. The keys may lie in any partitions, and the answers may
     * come from different moments.
     */
    <R> List<R> readAll(List<? extends Read<? extends R>> questions);

    /**
     * One page of a walk over the keys; for operators and backups. A request may ask for a few pages, where it looks for
     * what other programs wrote, and never for a whole walk.
     */
    Scan.Page scan(Scan scan);

    /** Returns when the store can answer, and throws {@link StoreException.Unavailable} when it cannot. */
    void ping();

    /**
     * A number that is another one once any of these keys was changed, told without a look at them: who asks for it before
     * reading them, and finds the same later, would read the same. It changes before a write is acknowledged. That a key
     * ends at its time is no change. Empty where other processes write to the same keys.
     */
    default OptionalLong revision(Key... keys) {
        return OptionalLong.empty();
    }

    /** How much memory the store uses; empty where it does not tell. For operators. */
    default Optional<MemoryUse> memory() {
        return Optional.empty();
    }

    /** The files of the store that were found to be damaged; empty where there are none. For operators. */
    default List<String> damage() {
        return List.of();
    }

    @Override
    void close();

    /** Commits a batch whose results do not matter; true when it was applied. */
    default boolean apply(Batch.Builder batch) {
        return commit(batch.build()).applied();
    }

    default Optional<Bytes> get(Key key) {
        return read(new Read.Get(key));
    }

    default Set<Bytes> members(Key key) {
        return read(new Read.Members(key));
    }

    default List<Bytes> slice(Key key, long start, long stop) {
        return read(new Read.Slice(key, start, stop));
    }

    default List<Ranked> ranks(Key key, Order order, long start, long stop) {
        return read(new Read.Ranks(key, order, start, stop));
    }

    default Map<Bytes, Bytes> fields(Key key) {
        return read(new Read.Fields(key));
    }

    default long size(Key key) {
        return read(new Read.Size(key));
    }

    default Optional<ValueType> type(Key key) {
        return read(new Read.Type(key));
    }

    default Optional<Life> remaining(Key key) {
        return read(new Read.Remaining(key));
    }

    /** A store that passes everything on to another one, for a store that watches or changes some of it. */
    interface Forwarding extends Store {
        /** The store that answers. */
        Store store();

        @Override
        default Commit commit(Batch batch) {
            return store().commit(batch);
        }

        @Override
        default void send(RoundTrip trip) {
            store().send(trip);
        }

        @Override
        default <R> R read(Read<R> question) {
            return store().read(question);
        }

        @Override
        default <R> List<R> readAll(List<? extends Read<? extends R>> questions) {
            return store().readAll(questions);
        }

        @Override
        default Scan.Page scan(Scan scan) {
            return store().scan(scan);
        }

        @Override
        default void ping() {
            store().ping();
        }

        @Override
        default OptionalLong revision(Key... keys) {
            return store().revision(keys);
        }

        @Override
        default Optional<MemoryUse> memory() {
            return store().memory();
        }

        @Override
        default List<String> damage() {
            return store().damage();
        }

        @Override
        default void close() {
            store().close();
        }
    }
}
