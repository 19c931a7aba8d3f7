package dev.yorozu.nostalgic.integrity;

import dev.yorozu.store.Bytes;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Key;
import dev.yorozu.store.Read;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.ValueType;
import java.util.List;
import java.util.Optional;

/** What lay at a key when it was looked at, whatever its type. */
sealed interface Seen {
    record Nothing(Key key) implements Seen {}

    record Text(Key key, Bytes value) implements Seen {}

    record Collection(Key key, ValueType type, long size) implements Seen {}

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

    /** The strings at many keys, in one round trip where nothing else lies at any of them. */
    static List<Optional<Bytes>> texts(Store store, List<Key> keys) {
        try {
            return keys.isEmpty()
                    ? List.of()
                    : store.readAll(keys.stream().map(Read.Get::new).toList());
        } catch (StoreException.WrongType oneOfThem) {
            return keys.stream().map(key -> at(store, key).text()).toList();
        }
    }

    /**
     * Guards that hold as long as the same lies there. Those of a collection are a fault where there is a string by then,
     * and hold for a collection of its size.
     */
    default List<Guard> unchanged() {
        return switch (this) {
            case Nothing nothing -> List.of(Guard.absent(nothing.key()));
            case Text text -> List.of(Guard.equalTo(text.key(), text.value()));
            case Collection some -> List.of(Guard.present(some.key()), Guard.sizeBelow(some.key(), some.size() + 1));
        };
    }

    /** The string that lies there; empty for anything else. */
    default Optional<Bytes> text() {
        return this instanceof Text text ? Optional.of(text.value()) : Optional.empty();
    }

    default boolean is(ValueType type) {
        return switch (this) {
            case Nothing nothing -> false;
            case Text text -> type == ValueType.STRING;
            case Collection some -> type == some.type();
        };
    }

    default boolean isThere() {
        return !(this instanceof Nothing);
    }
}
