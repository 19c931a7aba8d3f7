package dev.yorozu.store.rocks;

import dev.yorozu.store.Key;
import dev.yorozu.store.ValueType;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/*
 * An image stands in its place only while it is what the engine says, and one that has gone never comes back. So images that are
 * in their places before and after a look at the clock were all true at that moment, and the engine need not be asked.
 */

/** Strings, and keys that are absent, as the {@link RecordCache} had them at one moment. */
final class CachedStrings implements Glance.Records {
    private final Map<String, Held.Image> images;
    private final Instant now;

    private CachedStrings(Map<String, Held.Image> images, Instant now) {
        this.images = images;
        this.now = now;
    }

    /** What is at these keys; null unless the cache has them all, and none is a collection. */
    static @Nullable CachedStrings of(List<Key> keys, RecordCache cache, InstantSource clock) {
        Map<String, Held.Image> images = HashMap.newHashMap(keys.size());
        for (Key key : keys) {
            if (!(cache.get(key.name()) instanceof Held.Image image) || isCollection(image.record())) {
                return null;
            }
            images.put(key.name(), image);
        }
        Instant now = clock.instant();
        for (Map.Entry<String, Held.Image> each : images.entrySet()) {
            if (cache.get(each.getKey()) != each.getValue()) {
                return null;
            }
        }
        return new CachedStrings(images, now);
    }

    private static boolean isCollection(byte @Nullable [] record) {
        return record != null && RecordFormat.type(record) != ValueType.STRING;
    }

    /** The moment. */
    Instant now() {
        return now;
    }

    @Override
    public byte @Nullable [] of(Key key) {
        Held.Image image = images.get(key.name());
        if (image == null) {
            throw new IllegalArgumentException("The program reads a key that it did not name");
        }
        return image.read();
    }

    @Override
    public ElementSource elements() {
        return ElementSource.NONE;
    }
}
