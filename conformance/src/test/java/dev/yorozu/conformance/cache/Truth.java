package dev.yorozu.conformance.cache;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/** What is cached: one row for each id, and a count of how often it was asked. */
final class Truth {
    private final Map<String, String> rows = new ConcurrentHashMap<>();
    private final AtomicInteger calls = new AtomicInteger();

    Truth put(String id, String row) {
        rows.put(id, row);
        return this;
    }

    Optional<String> load(String id) {
        calls.incrementAndGet();
        return Optional.ofNullable(rows.get(id));
    }

    Map<String, String> loadAll(Set<String> ids) {
        calls.incrementAndGet();
        return rows.entrySet().stream()
                .filter(row -> ids.contains(row.getKey()))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    /** How often it was asked, for however many ids. */
    int calls() {
        return calls.get();
    }
}
