package dev.yorozu.cache;

import dev.yorozu.retry.Backoff;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * The loads that one caller makes for all callers in this process that want the same ids.
 *
 * <ol>
 *   <li>It claims each id. Copies that came meanwhile are taken.
 *   <li>It calls the loader once, for all that it was granted and all that cannot be kept at present.
 *   <li>It closes each load to newcomers, and only then keeps what was loaded. So callers joined before the store confirmed
 *       the lease, and what the store confirms is not too old for any of them.
 *   <li>For what another server loads it claims again and again, until there is a copy, or the claim is granted because
 *       that server gave up, or the time to wait is over. What is left then is loaded with one more call.
 * </ol>
 *
 * <p>What is thrown on the way reaches all that joined, after the leases were given back.
 */
final class Loader<V> {
    private final CacheEntries<V> entries;
    private final Function<Set<String>, Map<String, V>> loader;
    /** Those of this caller that are not complete. */
    private final Map<String, InFlightLoad<V>> mine = new LinkedHashMap<>();

    private final Map<String, String> tokens = new HashMap<>();
    private final Map<String, Cached<V>> answers = new HashMap<>();

    Loader(CacheEntries<V> entries, Function<Set<String>, Map<String, V>> loader) {
        this.entries = entries;
        this.loader = loader;
    }

    /** Registers a load of an id; where one is under way already, gives that. */
    Optional<InFlightLoad<V>> registerOrJoin(String id) {
        InFlightLoad<V> load = new InFlightLoad<>();
        InFlightLoad<V> other = entries.inFlight.putIfAbsent(id, load);
        if (other == null) {
            mine.put(id, load);
        }
        return Optional.ofNullable(other);
    }

    /**
     * Loads all that it registered.
     *
     * @param reachable whether the store is worth being asked
     */
    Map<String, Cached<V>> run(boolean reachable, Backoff backoff) {
        try {
            Set<String> due = new LinkedHashSet<>();
            Set<String> held = new LinkedHashSet<>();
            for (String id : List.copyOf(mine.keySet())) {
                if (!reachable) {
                    due.add(id);
                } else if (!claim(id, due)) {
                    held.add(id);
                }
            }
            load(due);
            load(awaited(held, backoff));
            return answers;
        } catch (Throwable fault) {
            abandon(fault);
            throw fault;
        }
    }

    /** False when another server loads this id. */
    private boolean claim(String id, Set<String> due) {
        switch (entries.claim(id)) {
            case LeaseResult.Granted granted -> {
                tokens.put(id, granted.token());
                due.add(id);
            }
            case LeaseResult.Present present ->
                complete(id, entries.read(present.copy()).orElseThrow(), false);
            case LeaseResult.Blocked blocked -> due.add(id);
            case LeaseResult.Held held -> {
                return false;
            }
        }
        return true;
    }

    /** Waits for what other servers load, and gives what this caller must load after all. */
    private Set<String> awaited(Set<String> held, Backoff backoff) {
        entries.stats.waits.add(held.size());
        Set<String> due = new LinkedHashSet<>();
        for (String id : held) {
            while (!claim(id, due)) {
                if (!backoff.pause()) {
                    due.add(id);
                    break;
                }
            }
        }
        return due;
    }

    private void load(Set<String> due) {
        if (due.isEmpty()) {
            return;
        }
        entries.stats.loads.add(due.size());
        Map<String, V> loaded = loader.apply(Collections.unmodifiableSet(due));
        for (String id : due) {
            Optional<V> value = Optional.ofNullable(loaded.get(id));
            entries.inFlight.remove(id); // Before the fill, so that no caller joins after it.
            String token = tokens.get(id);
            complete(id, Cached.loaded(value), token != null && entries.keep(id, token, value));
            tokens.remove(id);
        }
    }

    private void complete(String id, Cached<V> answer, boolean confirmed) {
        answers.put(id, answer);
        InFlightLoad<V> load = mine.remove(id);
        if (load != null) {
            entries.inFlight.remove(id, load);
            load.complete(answer, confirmed);
        }
    }

    private void abandon(Throwable fault) {
        tokens.forEach(entries::release);
        mine.forEach((id, load) -> {
            entries.inFlight.remove(id, load);
            load.fail(fault);
        });
    }
}
