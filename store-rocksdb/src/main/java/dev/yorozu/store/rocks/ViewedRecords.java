package dev.yorozu.store.rocks;

import dev.yorozu.store.Key;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The records of some keys as one view of the database shows them. What the {@link RecordCache} knew of them was looked for
 * before the view was made: what still stands in its place afterwards was not changed meanwhile, so that what was read can stand
 * there instead. A counter that stands there, at which nothing was counted meanwhile, says what was counted when the view was
 * made. One that does not may have been written, and something else after it, before the view was made or later: then this is
 * {@linkplain #isOfOneMoment of no moment}.
 */
final class ViewedRecords implements Glance.Records, AutoCloseable {
    private final RecordCache cache;
    /** Marks of this view, and what forms made. */
    private final Map<String, Held> places = new HashMap<>();

    private final Map<String, Counter.Moment> counts = new HashMap<>();

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
            case Counter counter -> counts.put(name, counter.moment());
            case Held.Made made -> places.put(name, made);
            case Held.Image image -> {}
            case Held.Mark another -> {}
        }
    }

    /** Whether all of this is as it was when the view was made; else another has to be made. */
    boolean isOfOneMoment() {
        return counts.values().stream().allMatch(count -> count.lasts(cache));
    }

    @Override
    public byte @Nullable [] of(Key key) {
        Counter.Moment count = counts.get(key.name());
        if (count != null) {
            return count.record();
        }
        Held place = places.get(key.name());
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
