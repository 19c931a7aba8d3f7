package dev.yorozu.cache;

import dev.yorozu.retry.Backoff;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * What one caller does about the ids that it missed.
 *
 * <ol>
 *   <li>For each id it registers a load, or joins the one that is under way.
 *   <li>It loads what it registered, and only then waits for other callers: so two callers that each load what the other
 *       joined do not wait for each other.
 *   <li>What they loaded counts if the store confirmed it (see {@link InFlightLoad.Result}). What was not confirmed goes
 *       into a second round. A load that is found there was begun after this caller joined the first one, and so
 *       after this caller began: its value is not too old, confirmed or not.
 *   <li>What does not come in time is loaded for this caller alone, and not kept. It does not go into a second round,
 *       which would find the same load again.
 * </ol>
 */
final class MissResolver<V> {
    private static final int ROUNDS = 2;
    private static final Duration FIRST_PAUSE = Duration.ofMillis(2);
    private static final Duration LONGEST_PAUSE = Duration.ofMillis(50);

    private final CacheEntries<V> entries;
    private final Function<Set<String>, Map<String, V>> loader;
    private final Backoff backoff;
    private final Map<String, Cached<V>> answers = new HashMap<>();
    /** What this caller waits for no longer. */
    private final Set<String> late = new LinkedHashSet<>();

    MissResolver(CacheEntries<V> entries, Function<Set<String>, Map<String, V>> loader) {
        this.entries = entries;
        this.loader = loader;
        this.backoff = new Backoff(entries.policy.waitTimeout(), FIRST_PAUSE, LONGEST_PAUSE);
    }

    /** An answer for each id. Counts hits and misses, also of what could not be loaded. */
    Map<String, Cached<V>> run(Set<String> missed, boolean reachable) {
        try {
            Set<String> left = missed;
            for (int round = 1; round <= ROUNDS && !left.isEmpty(); round++) {
                left = round(left, reachable, round == ROUNDS);
            }
            loadAlone();
            return answers;
        } finally {
            long hits = answers.values().stream().filter(Cached::hit).count();
            entries.stats.hits.add(hits);
            entries.stats.misses.add(missed.size() - hits);
        }
    }

    /** Gives what must be tried again. */
    private Set<String> round(Set<String> ids, boolean reachable, boolean trusting) {
        Loader<V> own = new Loader<>(entries, loader);
        Map<String, InFlightLoad<V>> joined = new LinkedHashMap<>();
        for (String id : ids) {
            own.registerOrJoin(id).ifPresent(load -> joined.put(id, load));
        }
        answers.putAll(own.run(reachable, backoff));
        entries.stats.waits.add(joined.size());
        Set<String> left = new LinkedHashSet<>();
        joined.forEach((id, load) -> {
            Optional<InFlightLoad.Result<V>> result = load.await(joinTimeout());
            if (result.isEmpty()) {
                late.add(id);
            } else if (trusting || result.get().confirmed()) {
                answers.put(id, result.get().answer());
            } else {
                backoff.stop();
                left.add(id);
            }
        });
        return left;
    }

    /** Twice the timeout, since the caller that loads may itself wait for another server first; none after one was late. */
    private Duration joinTimeout() {
        return late.isEmpty() ? entries.policy.waitTimeout().multipliedBy(2) : Duration.ZERO;
    }

    private void loadAlone() {
        if (!late.isEmpty()) {
            entries.stats.loads.add(late.size());
            Map<String, V> loaded = loader.apply(Collections.unmodifiableSet(late));
            late.forEach(id -> answers.put(id, Cached.loaded(Optional.ofNullable(loaded.get(id)))));
        }
    }
}
