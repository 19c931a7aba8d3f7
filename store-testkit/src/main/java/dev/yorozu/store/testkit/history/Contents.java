package dev.yorozu.store.testkit.history;

import dev.yorozu.store.Batch;
import dev.yorozu.store.Key;
import dev.yorozu.store.Order;
import dev.yorozu.store.Read;
import dev.yorozu.store.Scan;
import dev.yorozu.store.Store;
import dev.yorozu.store.ValueType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Everything that a store holds on a fixture. */
final class Contents {
    private static final int PAGE = 50;
    private static final int MOST_PAGES = 1_000_000;

    private Contents() {}

    /** The names that a walk shows. */
    static Set<String> names(Store store, HistoryFixture fixture) {
        Set<String> names = new TreeSet<>();
        Scan scan = Scan.of(fixture.prefix(), PAGE);
        for (int i = 0; i < MOST_PAGES; i++) {
            Scan.Page page = store.scan(scan);
            page.keys().forEach(key -> names.add(key.name()));
            if (page.last()) {
                return names;
            }
            scan = scan.from(page.next());
        }
        throw new AssertionError("The walk does not end");
    }

    /** The key's type, life and value, or nothing. */
    static List<Object> at(Store store, HistoryFixture fixture, Key key) {
        List<Object> found = new ArrayList<>();
        Optional<ValueType> type = store.type(key);
        found.add(type);
        found.add(store.remaining(key));
        if (type.isPresent() && !fixture.holdsInstants(key)) {
            found.add(store.read(whole(type.get(), key)));
        }
        return found;
    }

    /** Removes the fixture's keys. */
    static void clear(Store store, HistoryFixture fixture) {
        for (Key key : fixture.keys()) {
            store.commit(Batch.builder().delete(key).relaxed().build());
        }
    }

    private static Read<?> whole(ValueType type, Key key) {
        return switch (type) {
            case STRING -> new Read.Get(key);
            case SET -> new Read.Members(key);
            case RANK -> new Read.Ranks(key, Order.RISING, 0, -1);
            case LIST -> new Read.Slice(key, 0, -1);
            case HASH -> new Read.Fields(key);
        };
    }
}
