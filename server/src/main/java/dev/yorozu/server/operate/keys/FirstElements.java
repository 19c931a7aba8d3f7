package dev.yorozu.server.operate.keys;

import dev.yorozu.server.operate.backup.format.Part;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Key;
import dev.yorozu.store.Order;
import dev.yorozu.store.Store;
import dev.yorozu.store.ValueType;
import java.util.Map;
import java.util.Optional;

/** The first elements of a value, in an order that does not depend on the store. */
final class FirstElements {
    private FirstElements() {}

    /** Empty when the key has gone since its type was read. */
    static Optional<Part> of(Store store, Key key, ValueType type, int elements) {
        Part part = switch (type) {
            case STRING -> store.get(key).map(Part.Text::new).orElse(null);
            case SET ->
                new Part.Members(
                        store.members(key).stream().sorted().limit(elements).toList());
            case RANK -> new Part.Ranking(store.ranks(key, Order.RISING, 0, elements - 1L));
            case LIST -> new Part.Elements(store.slice(key, 0, elements - 1L));
            case HASH ->
                new Part.Fields(store.fields(key).entrySet().stream()
                        .sorted(Map.Entry.comparingByKey())
                        .limit(elements)
                        .map(FirstElements::field)
                        .toList());
        };
        return Optional.ofNullable(part).filter(found -> found.size() > 0);
    }

    private static Part.Field field(Map.Entry<Bytes, Bytes> field) {
        return new Part.Field(field.getKey(), field.getValue());
    }
}
