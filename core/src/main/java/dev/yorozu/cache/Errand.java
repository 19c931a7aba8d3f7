package dev.yorozu.cache;

import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;

/**
 * What one caller does about the ids that it missed.
 *
 * <ol>
 *   <li>For each id it takes the lead, or joins the flight of whoever has it.
 *   <li>It brings what it leads, and only then waits for the others: so two callers that each lead what the other joined
 *       do not wait for each other.
 *   <li>What the others brought counts if the store confirmed it (see {@link Flight.Landing}). What was not confirmed
 *       goes into a second round. A flight that is found there was begun after this caller joined the first one, and so
 *       after this caller began: its value is not too old, confirmed or not.
 *   <li>What does not come in time is loaded for this caller alone, and not kept. It does not go into a second round,
 *       which would find the same flight again.
 * </ol>
 */
final class Errand<V> {
    private static final int ROUNDS = 2;

    private final Shelf<V> shelf;
    private final ConcurrentMap<String, Flight<V>> flights;
    private final Tally tally;
    private final Function<Set<String>, Map<String, V>> loader;
    private final Duration patience;
    private final Patience forOthers;
    private final Map<String, Cached<V>> answers = new HashMap<>();
    /** What this caller waits for no longer. */
    private final Set<String> late = new LinkedHashSet<>();

    Errand(
            Shelf<V> shelf,
            ConcurrentMap<String, Flight<V>> flights,
            Tally tally,
            Function<Set<String>, Map<String, V>> loader,
            Duration patience) {
        this.shelf = shelf;
        this.flights = flights;
        this.tally = tally;
        this.loader = loader;
        this.patience = patience;
        this.forOthers = new Patience(patience);
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
            tally.hits.add(hits);
            tally.misses.add(missed.size() - hits);
        }
    }

    /** Gives what must be tried again. */
    private Set<String> round(Set<String> ids, boolean reachable, boolean trusting) {
        Lead<V> lead = new Lead<>(shelf, flights, tally, loader);
        Map<String, Flight<V>> joined = new LinkedHashMap<>();
        for (String id : ids) {
            lead.takeOrFind(id).ifPresent(flight -> joined.put(id, flight));
        }
        answers.putAll(lead.bring(reachable, forOthers));
        tally.waits.add(joined.size());
        Set<String> left = new LinkedHashSet<>();
        joined.forEach((id, flight) -> {
            Optional<Flight.Landing<V>> landing = flight.await(patienceForFlights());
            if (landing.isEmpty()) {
                late.add(id);
            } else if (trusting || landing.get().confirmed()) {
                answers.put(id, landing.get().answer());
            } else {
                forOthers.lose();
                left.add(id);
            }
        });
        return left;
    }

    /** Twice the patience, since whoever leads may itself wait for another server first; none after one was late. */
    private Duration patienceForFlights() {
        return late.isEmpty() ? patience.multipliedBy(2) : Duration.ZERO;
    }

    private void loadAlone() {
        if (!late.isEmpty()) {
            tally.loads.add(late.size());
            Map<String, V> loaded = loader.apply(Collections.unmodifiableSet(late));
            late.forEach(id -> answers.put(id, Cached.loaded(Optional.ofNullable(loaded.get(id)))));
        }
    }
}
