package dev.yorozu.server.operate.backup.format;

import dev.yorozu.store.Bytes;
import dev.yorozu.store.Key;
import dev.yorozu.store.Order;
import dev.yorozu.store.Ranked;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.ValueType;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/**
 * Reads a value in parts that are each small enough for one line and one batch.
 *
 * <p>A part holds at most {@link #ELEMENTS} elements, and at most about a mebibyte unless one element alone is larger.
 * Lists and sorted sets are read by position; slices grow while the elements are small, because a store may have to walk
 * to the position.
 */
final class Parts {
    static final int ELEMENTS = 100;
    /** About how many bytes a part holds, unless one element alone is larger. */
    static final long BYTES = 1024 * 1024;

    private static final int FIRST_SLICE = 64;
    private static final int LARGEST_SLICE = 8192;

    private final Iterator<Part> parts;

    Parts(Store store, Key key, ValueType type) {
        parts = switch (type) {
            case STRING ->
                store.get(key).map(value -> (Part) new Part.Text(value)).stream()
                        .iterator();
            case SET -> grouped(store.members(key).iterator(), Bytes::length, Part.Members::new);
            case HASH ->
                grouped(
                        fields(store.fields(key)),
                        field -> (long) field.name().length() + field.value().length(),
                        Part.Fields::new);
            case LIST ->
                grouped(
                        new Slices<>((from, to) -> store.slice(key, from, to), Bytes::length),
                        Bytes::length,
                        Part.Elements::new);
            case RANK ->
                grouped(
                        new Slices<>((from, to) -> store.ranks(key, Order.RISING, from, to), Parts::length),
                        Parts::length,
                        Part.Ranking::new);
        };
    }

    /**
     * The next part; empty after the last. A value that vanishes or changes its type after its first part was read ends
     * there, as the walk promises no more.
     */
    Optional<Part> next() {
        return parts.hasNext() ? Optional.of(parts.next()) : Optional.empty();
    }

    private static long length(Ranked ranked) {
        return ranked.member().length() + 8L;
    }

    private static Iterator<Part.Field> fields(Map<Bytes, Bytes> hash) {
        return hash.entrySet().stream()
                .map(field -> new Part.Field(field.getKey(), field.getValue()))
                .iterator();
    }

    private static <T> Iterator<Part> grouped(
            Iterator<T> elements, ToLongFunction<T> length, Function<List<T>, Part> part) {
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return elements.hasNext();
            }

            @Override
            public Part next() {
                List<T> group = new ArrayList<>();
                long bytes = 0;
                while (elements.hasNext() && group.size() < ELEMENTS && bytes < BYTES) {
                    T element = elements.next();
                    group.add(element);
                    bytes += length.applyAsLong(element);
                }
                return part.apply(group);
            }
        };
    }

    /** Elements by position, read ahead in slices of about a mebibyte. */
    private static final class Slices<T> implements Iterator<T> {
        private final BiFunction<Long, Long, List<T>> source;
        private final ToLongFunction<T> length;
        private Iterator<T> slice;
        private long position;
        private int size = FIRST_SLICE;
        private boolean last;

        Slices(BiFunction<Long, Long, List<T>> source, ToLongFunction<T> length) {
            this.source = source;
            this.length = length;
            this.slice = read();
        }

        @Override
        public boolean hasNext() {
            if (!slice.hasNext() && !last) {
                slice = readOn();
            }
            return slice.hasNext();
        }

        @Override
        public T next() {
            return slice.next();
        }

        private Iterator<T> readOn() {
            try {
                return read();
            } catch (StoreException.WrongType replaced) {
                last = true;
                return List.<T>of().iterator();
            }
        }

        private Iterator<T> read() {
            List<T> read = source.apply(position, position + size - 1);
            position += read.size();
            last = read.size() < size;
            long bytes = read.stream().mapToLong(length).sum();
            size = Math.clamp(BYTES * read.size() / Math.max(1, bytes), 16, LARGEST_SLICE);
            return read.iterator();
        }
    }
}
