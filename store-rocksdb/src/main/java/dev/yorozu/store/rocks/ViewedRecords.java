package dev.yorozu.store.rocks;

import dev.yorozu.store.Key;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The records of some keys as one view of the database shows them. What the {@link RecordCache} knew of them was looked for
 * before the view was made: a counter that is gone by then has been written, and what still stands in its place afterwards was
 * not changed meanwhile, so that what was read can stand there instead.
 */
final class ViewedRecords implements Glance.Records, AutoCloseable {
    private final RecordCache cache;
    /** Marks of this view, counters, and what forms made. */
    private final Map<String, Held> places = new HashMap<>();

    private final View view;
    private final long now;

    ViewedRecords(List<Key> keys, RecordCache cache, Supplier<View> view, long now) {
        this.cache = cache;
        this.now = now;
        try {
            keys.forEach(key -> reserve(key.name()));
            this.view = view.get();
        } catch (RuntimeException | Error e) {
            withdraw();
            throw e;
        }
    }

    private void reserve(String name) {
        switch (cache.get(name)) {
            case null -> {
                Held.Mark own = cache.reserve(name);
                if (own != null) {
                    places.put(name, own);
                }
            }
            case Counter counter -> places.put(name, counter);
            case Held.Made made -> places.put(name, made);
            case Held.Image image -> {}
            case Held.Mark another -> {}
        }
    }

    @Override
    public byte @Nullable [] of(Key key) {
        Held place = places.get(key.name());
        if (place instanceof Counter counter) {
            return counter.record();
        }
        byte[] record = view.record(key.bytes());
        if (place != null) {
            cache.keep(key.name(), place, record, now);
        }
        return record;
    }

    @Override
    public ElementSource elements() {
        return view;
    }

    private void withdraw() {
        places.forEach((name, place) -> {
            if (place instanceof Held.Mark) {
                cache.withdraw(name, place);
            }
        });
    }

    @Override
    public void close() {
        view.close();
        withdraw();
    }
}
