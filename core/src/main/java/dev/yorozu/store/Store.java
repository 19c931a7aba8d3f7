package dev.yorozu.store;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

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

    /**
     * The way to the Redis behind this store, which understands commands by itself; empty where there is none, and the store
     * runs {@linkplain Program programs}. For {@code dev.yorozu.command} and {@code dev.yorozu.feed} alone.
     */
    default Optional<Relay> relay() {
        return Optional.empty();
    }

    /**
     * Runs a program as one step: what it reads is there at one moment, nothing of others comes between, and all that it
     * changes, in whatever partitions, happens together or not at all. For {@code dev.yorozu.command} and {@code
     * dev.yorozu.feed} alone: capabilities commit batches, which every store takes, also one that lies on many nodes.
     */
    default <R> R run(Program<R> program, Durability durability) {
        throw new UnsupportedOperationException("This store runs no programs");
    }

    /** Runs a program that only reads these keys, and sees them at one moment. For {@code dev.yorozu.command} alone. */
    default <R> R view(List<Key> keys, Program<R> program) {
        throw new UnsupportedOperationException("This store runs no programs");
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

    /**
     * Reads and writes that follow from one another.
     *
     * @param <R> what it gives; not null
     */
    @FunctionalInterface
    interface Program<R> {
        /**
         * Must be quick, wait for nothing and keep nothing of the state. It may catch a {@link StoreException} of a read or a
         * write, which has changed nothing then, and go on; it must throw none itself once it has written.
         */
        R run(State state);
    }

    /** What a program sees: all there is at one moment, and over it what the program itself has done. */
    interface State {
        /** The moment, by the store's clock. */
        Instant now();

        <R> R read(Read<R> question);

        /** How many members of a sorted set have a lower score than this, or, if asked for, at most this one. */
        long below(Key key, double score, boolean orEqual);

        /**
         * Applies a write; a fault of it ({@link StoreException.WrongType} or the like) comes before any change. Not for one
         * that follows from others of its batch: {@link Write.HashTrim}, or an {@link Write.Amend} that tells a tally.
         */
        Result apply(Write write);

        /** Commits a batch, as {@link Store#commit} does; a fault of it comes before any change. */
        default Commit commit(Batch batch) {
            throw new UnsupportedOperationException("This state is only read");
        }

        /** Gives the value at a key, which is there, and its life another name, in place of what has that name. */
        void move(Key from, Key to);

        /** As {@link Store#revision}, with all that happened before this program. */
        long revision(Key key);
    }

    /** Hands commands of clients to a Redis. */
    interface Relay {
        /**
         * Has these calls done one after the other, as one step; their keys must share a partition where Redis is a cluster.
         * Empty, and nothing was done, when one of the watched keys has another digest than this.
         *
         * @param undoes whether calls that leave a key in another shape than theirs are all undone
         */
        Optional<RelayOutcome> relay(List<Relayed> calls, Map<Key, Bytes> watched, boolean undoes);

        /** Whether calls on the one key and on the other can be one step. */
        boolean reachesTogether(Key one, Key other);

        /** A digest of the value at a key. */
        Bytes digest(Key key);

        /** Runs a script: EVAL, its text, how many keys there are, these, and its arguments. Gives what it returned. */
        @Nullable
        Object script(Relayed call);
    }

    /**
     * A call of a command.
     *
     * @param parts its name, and what follows
     * @param keys which of the parts, counted from 0, are names of keys
     * @param shapes which of them must be left in which shape, if at all; looked at when all calls were done, unless this one
     *     failed
     * @param keeps whether it leaves the type and the life of a key that is there, or removes it
     * @param writes whether it may change its keys
     */
    record Relayed(
            List<Bytes> parts, Map<Integer, Key> keys, Map<Integer, Shape> shapes, boolean keeps, boolean writes) {}

    /**
     * What came of calls.
     *
     * @param told by each; nothing where all were undone
     * @param flawed the keys that are, or would have been, in another shape than theirs
     */
    record RelayOutcome(List<Told> told, List<Flawed> flawed, boolean undone) {}

    /** A key, and what is wrong with it. */
    record Flawed(Key key, Flaw flaw) {}

    /** What is at a key that is there: a value of this type, which ends or does not, and a string of this form. */
    record Shape(ValueType type, boolean ends, Form form) {}

    /** What can be wrong with a key; a later one is only looked for where there is no earlier one. */
    enum Flaw {
        TYPE,
        LIFE,
        FORM
    }

    /** What a string holds. */
    sealed interface Form {
        record Any() implements Form {}

        /** A whole number, as counters have it. */
        record Number() implements Form {}

        /** An object of JSON that has these fields, none of them null. */
        record Json(List<String> fields) implements Form {
            public Json {
                fields = List.copyOf(fields);
            }
        }
    }

    /** What Redis told: a number, {@link Bytes}, a list of such, or nothing. */
    sealed interface Told {
        record Status(String text) implements Told {}

        record Failed(String text) implements Told {}

        record Value(@Nullable Object value) implements Told {}
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
        default Optional<Relay> relay() {
            return store().relay();
        }

        @Override
        default <R> R run(Program<R> program, Durability durability) {
            return store().run(program, durability);
        }

        @Override
        default <R> R view(List<Key> keys, Program<R> program) {
            return store().view(keys, program);
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
