package dev.yorozu.store.rocks;

import dev.yorozu.store.Key;
import dev.yorozu.store.Scan;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Walks over the keys in the order of their names' bytes. A cursor is the last name that was looked at. */
final class Names {
    /** How many ended keys a page passes before it comes back short. */
    private static final int PATIENCE = 10_000;

    private final Engine engine;
    private final InstantSource clock;

    Names(Engine engine, InstantSource clock) {
        this.engine = engine;
        this.clock = clock;
    }

    Scan.Page page(Scan scan) {
        byte[] prefix = scan.prefix().getBytes(StandardCharsets.UTF_8);
        byte[] last = scan.cursor().getBytes(StandardCharsets.UTF_8);
        long now = clock.millis();
        List<Key> keys = new ArrayList<>();
        try (Cursor cursor = engine.cursor(Family.RECORDS)) {
            boolean more = cursor.seek(Arrays.compareUnsigned(prefix, last) > 0 ? prefix : last);
            if (more && !scan.cursor().isEmpty() && cursor.compareTo(last) == 0) {
                more = cursor.next();
            }
            for (int passed = 0; more && cursor.startsWith(prefix); passed++) {
                String name = new String(cursor.key(), StandardCharsets.UTF_8);
                if (RecordFormat.end(cursor.value()) > now) {
                    keys.add(Key.of(name));
                }
                if (keys.size() == scan.limit() || passed == scan.limit() + PATIENCE) {
                    return new Scan.Page(keys, name);
                }
                more = cursor.next();
            }
        }
        return new Scan.Page(keys, "");
    }
}
