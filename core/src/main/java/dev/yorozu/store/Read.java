package dev.yorozu.store;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;

/**
 * One question about one key, and the type of its answer.
 *
 * <p>A question about a key of another type is a fault ({@link StoreException.WrongType}); an absent key is an empty
 * string, set, sorted set, list or hash.
 *
 * @param <R> the answer
 */
public sealed interface Read<R> {
    Key key();

    /** The string at the key. */
    record Get(Key key) implements Read<Optional<Bytes>> {}

    /**
     * What a form makes of the string at the key; empty where there is no such key, or the form makes nothing of it. A store may
     * keep what was made in place of the string until the key is changed or ends, so that it need not be made for each
     * question, and takes less memory than the string.
     */
    record Formed<V>(Key key, Form<V> form) implements Read<Optional<V>> {
        /** The answer of a store that keeps nothing. */
        public Optional<V> of(Optional<Bytes> text) {
            return text.flatMap(found -> form.make(key, found));
        }
    }

    /**
     * Makes a value of the string at a key: always an equal one of the same string, and one that nobody can change. A store may
     * ask for it whenever the string changes, on a thread for which others wait: it asks no store, and waits for nothing.
     *
     * @param <V> the value
     */
    interface Form<V> {
        /** Empty for a string that is nothing of this kind. */
        Optional<V> make(Key key, Bytes text);

        /** The value without what need not be kept. */
        default V kept(V made) {
            return made;
        }

        /** About how many bytes of memory a kept value takes. */
        int bytes(V kept);
    }

    /** All members of a set, in no order. */
    record Members(Key key) implements Read<Set<Bytes>> {}

    record IsMember(Key key, Bytes member) implements Read<Boolean> {}

    /** Members by position; positions count from 0, from the end when negative, and both ends are included. */
    record Ranks(Key key, Order order, long start, long stop) implements Read<List<Ranked>> {}

    /** A member's position, counted from 0. */
    record RankOf(Key key, Bytes member, Order order) implements Read<OptionalLong> {}

    record ScoreOf(Key key, Bytes member) implements Read<OptionalDouble> {}

    /** Elements of a list by index; indexes count from 0, from the tail when negative, and both ends are included. */
    record Slice(Key key, long start, long stop) implements Read<List<Bytes>> {}

    /** The value of one field of a hash. */
    record Field(Key key, Bytes field) implements Read<Optional<Bytes>> {}

    /** All fields of a hash, in no order. */
    record Fields(Key key) implements Read<Map<Bytes, Bytes>> {}

    /** How many elements a set, sorted set, list or hash holds. */
    record Size(Key key) implements Read<Long> {}

    record Type(Key key) implements Read<Optional<ValueType>> {}

    /** How long the key still lives; empty when there is no such key. */
    record Remaining(Key key) implements Read<Optional<Life>> {}

    /** About how many bytes the key and its value occupy; 0 when there is no such key. Each store counts its own way. */
    record Footprint(Key key) implements Read<Long> {}
}
