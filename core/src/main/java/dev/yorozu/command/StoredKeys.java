package dev.yorozu.command;

import dev.yorozu.command.call.AllKeys;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Key;
import dev.yorozu.store.MemoryUse;
import dev.yorozu.store.RoundTrip;
import dev.yorozu.store.Scan;
import dev.yorozu.store.Store;
import dev.yorozu.store.ValueType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.random.RandomGenerator;

/*
 * Clients take a cursor for a number, and stores go on from a text. So the places of the walks that are under way are kept
 * under numbers, the latest ones only: a client that asks for the same page again finds the place as long as it is kept. The
 * numbers are drawn, so that no client can guess one of another's walk, or how many others there are.
 */

/** The keys of a store, and the places of walks over them. */
final class StoredKeys implements AllKeys {
    private static final int PAGE = 1000;
    private static final int PLACES = 10_000;

    /** Below what any client holds exactly. */
    private static final long NUMBERS = 1L << 53;

    private final Store store;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<Long, String> places = new LinkedHashMap<>();
    private final RandomGenerator random;

    StoredKeys(Store store, RandomGenerator random) {
        this.store = store;
        this.random = random;
    }

    /** The same keys, as far as a client may know of them. */
    AllKeys within(Access access) {
        return access == Access.ALL ? this : new ReachedKeys(this, access);
    }

    @Override
    public Iterable<Scan.Page> walk(String prefix) {
        return Scan.of(prefix, PAGE).pages(store);
    }

    @Override
    public Scan.Page page(Scan scan) {
        return store.scan(scan);
    }

    @Override
    public Optional<ValueType> type(Key key) {
        return store.type(key);
    }

    @Override
    public void delete(List<Key> keys) {
        RoundTrip.commitAll(
                store,
                keys.stream().map(key -> Batch.builder().delete(key).build()).toList());
    }

    @Override
    public Optional<MemoryUse> memory() {
        return store.memory();
    }

    @Override
    public long remember(String place) {
        lock.lock();
        try {
            long number = random.nextLong(1, NUMBERS);
            places.put(number, place);
            if (places.size() > PLACES) {
                places.remove(places.keySet().iterator().next());
            }
            return number;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public Optional<String> recall(long number) {
        lock.lock();
        try {
            return Optional.ofNullable(places.get(number));
        } finally {
            lock.unlock();
        }
    }
}
