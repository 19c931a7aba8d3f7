package dev.yorozu.server.operate.moving;

import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLongArray;

/** How many keys of each kind came, and what became of them. It names no key. Safe for use by many threads. */
public final class Survey {
    /** How many kinds of unknown keys are told apart. */
    private static final int MOST_KINDS = 200;

    private static final String OTHERS = "(others)";

    private final Map<String, AtomicLongArray> kinds = new ConcurrentHashMap<>();

    /** @param kind a declared pattern, or what an unknown name begins with */
    void count(String kind, Fate fate) {
        String label = kinds.containsKey(kind) || kinds.size() < MOST_KINDS ? kind : OTHERS;
        kinds.computeIfAbsent(label, key -> new AtomicLongArray(Fate.values().length))
                .incrementAndGet(fate.ordinal());
    }

    /** In the order of their names. */
    public Set<String> kinds() {
        return new TreeSet<>(kinds.keySet());
    }

    public long count(Fate fate) {
        return kinds.keySet().stream().mapToLong(kind -> of(kind, fate)).sum();
    }

    public long of(String kind, Fate fate) {
        AtomicLongArray fates = kinds.get(kind);
        return fates == null ? 0 : fates.get(fate.ordinal());
    }

    public long keys(String kind) {
        return Arrays.stream(Fate.values()).mapToLong(fate -> of(kind, fate)).sum();
    }
}
