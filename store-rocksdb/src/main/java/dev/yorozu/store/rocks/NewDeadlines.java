package dev.yorozu.store.rocks;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The ends that a group brings into the index of ends.
 *
 * <p>Many keys end together: all that visitors leave on a day ends with it. Such as are new and have the same end share entries of
 * the index, because an entry costs the engine about as much as the key itself. A key that is removed or given another end
 * before its time stays named in a shared entry until then, and the sweeper passes it over: so a key is named in vain once at
 * most, and those that are prolonged again and again have entries of their own.
 */
final class NewDeadlines {
    /** Fewer have entries of their own, which go when the keys do. */
    private static final int FEWEST = 8;

    private final Map<Long, List<byte[]>> shared = new HashMap<>();

    void add(EncodedBatch batch, Slot slot) {
        if (slot.stored()) {
            slot.enlist(batch);
        } else {
            shared.computeIfAbsent(slot.end(), end -> new ArrayList<>()).add(slot.name());
        }
    }

    void store(EncodedBatch batch, Numbers numbers) {
        shared.forEach((end, names) -> {
            for (int from = 0; from < names.size(); from += Deadline.MOST) {
                store(batch, end, names.subList(from, Math.min(names.size(), from + Deadline.MOST)), numbers);
            }
        });
    }

    private static void store(EncodedBatch batch, long end, List<byte[]> names, Numbers numbers) {
        if (names.size() < FEWEST) {
            names.forEach(name -> batch.put(Family.EXPIRY, Deadline.key(end, name), Deadline.NOTHING));
        } else {
            batch.put(Family.EXPIRY, Deadline.sharedKey(end, numbers.take()), Deadline.shared(names));
        }
    }

    void clear() {
        shared.clear();
    }
}
