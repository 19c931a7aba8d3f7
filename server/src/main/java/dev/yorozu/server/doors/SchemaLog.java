package dev.yorozu.server.doors;

import dev.yorozu.command.Violation;
import dev.yorozu.store.Store;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * What clients of this server wrote against the declared keyspace, or beside it, since its start. Bounded: there are only so
 * many declarations, and prefixes beyond the first ones count together. Safe for use by many threads.
 */
public final class SchemaLog {
    /** What stands for the prefixes that are not counted by themselves. */
    public static final String OTHER = "other";

    /** What stands for names without a colon, which may be secrets from their first letter on. */
    public static final String NO_PREFIX = "none";

    private static final int MOST_PREFIXES = 64;
    private static final int LONGEST_PREFIX = 32;

    private final InstantSource clock;
    private final Map<Kind, Count> violations = new ConcurrentHashMap<>();
    private final Map<String, LongAdder> undeclared = new ConcurrentHashMap<>();

    SchemaLog(InstantSource clock) {
        this.clock = clock;
    }

    /** What is counted together. */
    private record Kind(String key, Store.Flaw flaw, boolean undone) {}

    private record Count(long times, Instant last) {
        private Count next(Instant now) {
            return new Count(times + 1, now);
        }
    }

    /**
     * How often a declaration was violated.
     *
     * @param key the declaration
     * @param undone whether it was refused, and not done
     */
    public record Violated(String key, Store.Flaw flaw, boolean undone, long times, Instant last) {}

    /** How many writes there were to keys that no declaration describes, by what stands before the first colon. */
    public record Undeclared(String prefix, long writes) {}

    void violated(Violation violation, boolean undone) {
        Instant now = clock.instant();
        violations.compute(
                new Kind(violation.pattern().template(), violation.flaw(), undone),
                (kind, count) -> count == null ? new Count(1, now) : count.next(now));
    }

    void undeclared(String name) {
        int colon = name.indexOf(':');
        String prefix = colon < 0 ? NO_PREFIX : name.substring(0, Math.min(colon, LONGEST_PREFIX));
        LongAdder known = undeclared.get(prefix);
        if (known == null) {
            boolean full = undeclared.size() >= MOST_PREFIXES;
            known = undeclared.computeIfAbsent(full ? OTHER : prefix, any -> new LongAdder());
        }
        known.increment();
    }

    /** The most frequent first. */
    public List<Violated> violations() {
        return violations.entrySet().stream()
                .map(each -> new Violated(
                        each.getKey().key(),
                        each.getKey().flaw(),
                        each.getKey().undone(),
                        each.getValue().times(),
                        each.getValue().last()))
                .sorted(Comparator.comparingLong(Violated::times).reversed().thenComparing(Violated::key))
                .toList();
    }

    /** The most frequent first. */
    public List<Undeclared> undeclared() {
        return undeclared.entrySet().stream()
                .map(each -> new Undeclared(each.getKey(), each.getValue().sum()))
                .sorted(Comparator.comparingLong(Undeclared::writes).reversed().thenComparing(Undeclared::prefix))
                .toList();
    }
}
