package dev.yorozu.nostalgic.integrity;

import dev.yorozu.store.Bytes;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Key;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.ValueType;
import java.util.List;
import java.util.Optional;

/** What lay at a key when it was looked at, whatever its type, and the guards that hold as long as it lies there. */
sealed interface Seen {
    List<Guard> unchanged();

    record Nothing(Key key) implements Seen {
        @Override
        public List<Guard> unchanged() {
            return List.of(Guard.absent(key));
        }
    }

    record Text(Key key, Bytes value) implements Seen {
        @Override
        public List<Guard> unchanged() {
            return List.of(Guard.equalTo(key, value));
        }
    }

    /** A collection. Its guards are a fault where there is a string by then, and hold for a collection of its size. */
    record Collection(Key key, ValueType type, long size) implements Seen {
        @Override
        public List<Guard> unchanged() {
            return List.of(Guard.present(key), Guard.sizeBelow(key, size + 1));
        }
    }

    static Seen at(Store store, Key key) {
        Optional<ValueType> type = store.type(key);
        try {
            if (type.isPresent() && type.get() != ValueType.STRING) {
                return new Collection(key, type.get(), store.size(key));
            }
            return store.get(key).<Seen>map(value -> new Text(key, value)).orElseGet(() -> new Nothing(key));
        } catch (StoreException.WrongType changedMeanwhile) {
            return at(store, key);
        }
    }

    /** The string that lies there; empty for anything else. */
    default Optional<Bytes> text() {
        return this instanceof Text text ? Optional.of(text.value()) : Optional.empty();
    }

    default boolean isThere() {
        return !(this instanceof Nothing);
    }
}
