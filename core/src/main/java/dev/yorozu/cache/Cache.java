package dev.yorozu.cache;

import dev.yorozu.secret.RandomTokens;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Read;
import dev.yorozu.store.RoundTrip;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import java.time.InstantSource;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Copies of what is slow to ask for, beside the truth, with a life. Safe for use by any number of threads and servers.
 *
 * <p>A hit is one read. However many miss the same id at once, one of them loads: in this process the others wait for it,
 * on other servers they wait for its copy. What a read that begins after a completed {@link #write} or
 * {@link #invalidate} answers was loaded after the change, on every server that shares the store; {@link Leases} says why.
 *
 * <p>Reading never fails on account of the cache: where the store cannot be asked, the value is loaded and not kept. What
 * a loader throws reaches the caller and all callers in this process that waited for that load, and nothing is kept; the
 * next caller, or one that waits on another server, tries anew. A loader must not ask the cache for the id that it loads.
 */
public final class Cache<V> {
    /** The most ids of one {@link #getAll}. */
    public static final int MOST_IDS = 100;

    private static final Logger LOGGER = Logger.getLogger(Cache.class.getName());

    private final Store store;
    private final CacheLayout layout;
    private final Leases leases;
    private final CacheEntries<V> entries;
    private final StatsCounter stats = new StatsCounter();

    public Cache(
            Store store,
            CacheLayout layout,
            CachePolicy policy,
            CacheFormat<V> format,
            RandomTokens random,
            InstantSource clock) {
        this.store = store;
        this.layout = layout;
        this.leases = new Leases(store, layout, policy, random);
        this.entries = new CacheEntries<>(leases, policy, format, stats, clock);
    }

    /**
     * The value of an id: the kept copy, or what the loader gives.
     *
     * @param loader asks where the truth is; empty when there is nothing. Called at most once
     */
    public Cached<V> get(String id, Supplier<Optional<V>> loader) {
        return RoundTrip.ask(store, trip -> find(trip, id, loader));
    }

    /**
     * As {@link #get}, with a trip: the kept copy is asked for with it, and the loader called when the answer is first asked
     * for. A change counts if it was completed before the trip was sent.
     */
    public RoundTrip.Answer<Cached<V>> find(RoundTrip trip, String id, Supplier<Optional<V>> loader) {
        RoundTrip.Answer<Optional<Cached<V>>> copy =
                entries.ask(trip, layout.value().apply(id));
        return RoundTrip.Answer.once(() -> {
            Optional<Cached<V>> hit;
            try {
                hit = copy.get();
            } catch (StoreException fault) {
                return miss(id, loader, worthAsking(fault));
            }
            return hit.isPresent() ? stats.answer(hit.get()) : miss(id, loader, true);
        });
    }

    /**
     * As {@link #find}, and what is loaded is not kept: for callers that ask so seldom that to keep it would cost the store
     * more than it saves.
     */
    public RoundTrip.Answer<Cached<V>> peek(RoundTrip trip, String id, Supplier<Optional<V>> loader) {
        RoundTrip.Answer<Optional<Cached<V>>> copy =
                entries.ask(trip, layout.value().apply(id));
        return RoundTrip.Answer.once(() -> {
            Optional<Cached<V>> hit;
            try {
                hit = copy.get();
            } catch (StoreException fault) {
                stats.storeFaults.increment();
                hit = Optional.empty();
            }
            return hit.map(stats::answer).orElseGet(() -> Cached.loaded(loader.get()));
        });
    }

    private Cached<V> miss(String id, Supplier<Optional<V>> loader, boolean reachable) {
        Map<String, Cached<V>> answers = new MissResolver<>(
                        entries,
                        ids -> loader.get().map(value -> Map.of(id, value)).orElseGet(Map::of))
                .run(Set.of(id), reachable);
        return answers.getOrDefault(id, Cached.loaded(Optional.empty()));
    }

    /**
     * The values of many ids, in their order, each once. Kept copies come by one read.
     *
     * @param ids at most {@value #MOST_IDS}
     * @param loader gives the values that there are of the ids it is asked for. Called once for all that this caller has
     *     to load, and not at all where there is nothing to load; once or twice more only for what others were about to
     *     load and did not bring
     */
    public SequencedMap<String, Cached<V>> getAll(List<String> ids, Function<Set<String>, Map<String, V>> loader) {
        SequencedSet<String> distinct = new LinkedHashSet<>(ids);
        if (distinct.size() > MOST_IDS) {
            throw new IllegalArgumentException("At most " + MOST_IDS + " ids can be read at once");
        }
        SequencedMap<String, Cached<V>> answers = new LinkedHashMap<>();
        distinct.forEach(id -> answers.put(id, Cached.loaded(Optional.empty())));
        if (!distinct.isEmpty()) {
            boolean reachable = readKept(distinct, answers);
            answers.putAll(new MissResolver<>(entries, loader).run(distinct, reachable));
        }
        return answers;
    }

    /** Moves what is kept from the ids to the answers; false when the store is out of reach. */
    private boolean readKept(SequencedSet<String> ids, Map<String, Cached<V>> answers) {
        Iterator<Optional<Bytes>> copies;
        try {
            copies = store.<Optional<Bytes>>readAll(ids.stream()
                            .map(id -> new Read.Get(layout.value().apply(id)))
                            .toList())
                    .iterator();
        } catch (StoreException fault) {
            return worthAsking(fault);
        }
        ids.removeIf(id -> {
            Optional<Cached<V>> hit = copies.next().flatMap(entries::read);
            hit.ifPresent(kept -> answers.put(id, stats.answer(kept)));
            return hit.isPresent();
        });
        return true;
    }

    /** A claim finds out what lies there in place of a copy, and makes room; other faults would only come again. */
    private boolean worthAsking(StoreException fault) {
        stats.storeFaults.increment();
        return fault instanceof StoreException.WrongType;
    }

    /**
     * Changes the truth. From before the action until after it nothing is kept under this id, whether the action returns
     * or throws, since what throws may have happened all the same.
     *
     * <p>A fault of the store before the action escapes, and the action is not made: otherwise an old copy could outlive
     * it. A fault after the action is counted and the result is returned: no copy is there then, and none can be kept
     * until the time of a change ({@link CachePolicy#writing()}) has passed, as if this server had stopped.
     *
     * @param action should take no longer than {@link CachePolicy#writing()}
     * @throws StoreException when the action was not made
     */
    public <R> R write(String id, Supplier<R> action) {
        Bytes token = leases.begin(id);
        try {
            return action.get();
        } finally {
            end(id, token);
        }
    }

    private void end(String id, Bytes token) {
        try {
            leases.end(id, token);
        } catch (StoreException fault) {
            stats.storeFaults.increment();
            LOGGER.log(Level.WARNING, () -> "Nothing is kept for a while after a change: " + fault.getMessage());
        }
    }

    /**
     * Forgets an id whose truth was changed elsewhere; a load that has begun is not kept. True when there was a
     * copy.
     *
     * @throws StoreException when it is not known to be forgotten
     */
    public boolean invalidate(String id) {
        return leases.invalidate(id);
    }

    /**
     * As {@link #invalidate}, and nothing is kept under this id until the time of a change ({@link CachePolicy#writing()})
     * has passed. For truth that was changed elsewhere where values are brought to the cache that were loaded
     * before they were asked for here: none of those can undo this if it is brought within that time.
     *
     * @throws StoreException when it is not known to be forgotten
     */
    public boolean block(String id) {
        return leases.block(id);
    }

    /**
     * Forgets all ids, and loads that have begun are not kept; gives the number of copies that there were. Touches nothing
     * but this cache. Walks over all names, so it is for operators.
     *
     * @throws StoreException when not all are known to be forgotten
     */
    public long clear() {
        return leases.clear();
    }

    public CacheStats stats() {
        return stats.snapshot();
    }
}
