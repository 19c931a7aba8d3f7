package dev.yorozu.cache;

import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;

/**
 * The loads that one caller makes for everybody in this process who wants the same ids.
 *
 * <ol>
 *   <li>It claims each id. Copies that came meanwhile are taken.
 *   <li>It calls the loader once, for all that it was granted and all that cannot be kept at present.
 *   <li>It closes each flight to newcomers, and only then keeps what was loaded. So whoever joined did so before the store
 *       confirmed the lease, and what the store confirms is not too old for anybody who joined.
 *   <li>For what another server loads it claims again and again, until there is a copy, or the claim is granted because
 *       that server gave up, or its patience is over. What is left then is loaded with one more call.
 * </ol>
 *
 * <p>Whatever is thrown on the way reaches everybody who joined, after the leases were given back.
 */
final class Lead<V> {
    private final Shelf<V> shelf;
    private final ConcurrentMap<String, Flight<V>> flights;
    private final Tally tally;
    private final Function<Set<String>, Map<String, V>> loader;
    /** Those that have not landed. */
    private final Map<String, Flight<V>> led = new LinkedHashMap<>();

    private final Map<String, String> tokens = new HashMap<>();
    private final Map<String, Cached<V>> answers = new HashMap<>();

    Lead(
            Shelf<V> shelf,
            ConcurrentMap<String, Flight<V>> flights,
            Tally tally,
            Function<Set<String>, Map<String, V>> loader) {
        this.shelf = shelf;
        this.flights = flights;
        this.tally = tally;
        this.loader = loader;
    }

    /** Takes the lead for an id; gives the flight of whoever has it already. */
    Optional<Flight<V>> takeOrFind(String id) {
        Flight<V> mine = new Flight<>();
        Flight<V> other = flights.putIfAbsent(id, mine);
        if (other == null) {
            led.put(id, mine);
        }
        return Optional.ofNullable(other);
    }

    /**
     * Brings all that it took the lead for.
     *
     * @param reachable whether the store is worth being asked
     */
    Map<String, Cached<V>> bring(boolean reachable, Patience patience) {
        try {
            Set<String> due = new LinkedHashSet<>();
            Set<String> taken = new LinkedHashSet<>();
            for (String id : List.copyOf(led.keySet())) {
                if (!reachable) {
                    due.add(id);
                } else if (!claim(id, due)) {
                    taken.add(id);
                }
            }
            load(due);
            load(awaited(taken, patience));
            return answers;
        } catch (Throwable fault) {
            abandon(fault);
            throw fault;
        }
    }

    /** False when somebody else loads this id. */
    private boolean claim(String id, Set<String> due) {
        switch (shelf.claim(id)) {
            case Claim.Granted granted -> {
                tokens.put(id, granted.token());
                due.add(id);
            }
            case Claim.Kept kept -> land(id, shelf.read(kept.copy()).orElseThrow(), false);
            case Claim.Barred barred -> due.add(id);
            case Claim.Taken taken -> {
                return false;
            }
        }
        return true;
    }

    /** Waits for what other servers load, and gives what this caller must load after all. */
    private Set<String> awaited(Set<String> taken, Patience patience) {
        tally.waits.add(taken.size());
        Set<String> due = new LinkedHashSet<>();
        for (String id : taken) {
            while (!claim(id, due)) {
                if (!patience.pause()) {
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
        tally.loads.add(due.size());
        Map<String, V> loaded = loader.apply(Collections.unmodifiableSet(due));
        for (String id : due) {
            Optional<V> value = Optional.ofNullable(loaded.get(id));
            flights.remove(id); // Before the fill, so that nobody joins after it.
            String token = tokens.get(id);
            land(id, Cached.loaded(value), token != null && shelf.keep(id, token, value));
            tokens.remove(id);
        }
    }

    private void land(String id, Cached<V> answer, boolean confirmed) {
        answers.put(id, answer);
        Flight<V> flight = led.remove(id);
        if (flight != null) {
            flights.remove(id, flight);
            flight.land(answer, confirmed);
        }
    }

    private void abandon(Throwable fault) {
        tokens.forEach(shelf::release);
        led.forEach((id, flight) -> {
            flights.remove(id, flight);
            flight.fail(fault);
        });
    }
}
