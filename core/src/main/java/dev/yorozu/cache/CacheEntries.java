package dev.yorozu.cache;

import dev.yorozu.store.Bytes;
import dev.yorozu.store.Key;
import dev.yorozu.store.Read;
import dev.yorozu.store.RoundTrip;
import dev.yorozu.store.StoreException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The kept copies as values, and the loads in flight, for callers that no fault of the store may reach: what fails is
 * counted and done without.
 */
final class CacheEntries<V> {
    private static final Bytes NOTHING = Bytes.of("null");

    private final Leases leases;
    final CachePolicy policy;
    private final CacheFormat<V> format;
    private final @Nullable CopyForm form;
    final StatsCounter stats;
    final ConcurrentMap<String, InFlightLoad<V>> inFlight = new ConcurrentHashMap<>();
    private final InstantSource clock;

    CacheEntries(Leases leases, CachePolicy policy, CacheFormat<V> format, StatsCounter stats, InstantSource clock) {
        this.leases = leases;
        this.policy = policy;
        this.format = format;
        this.form = format instanceof CacheFormat.Shared<V> shared ? new CopyForm(shared) : null;
        this.stats = stats;
        this.clock = clock;
    }

    /** What a copy says; empty when it cannot be read, as an absence cannot where none is kept. */
    Optional<Cached<V>> read(Bytes copy) {
        if (copy.equals(NOTHING)) {
            return policy.keepsAbsence() ? Optional.of(Cached.kept(Optional.empty())) : Optional.empty();
        }
        return format.decode(copy).map(value -> Cached.kept(Optional.of(value)));
    }

    /** Asks for the copy at a key with a trip; empty when there is none that can be read. */
    RoundTrip.Answer<Optional<Cached<V>>> ask(RoundTrip trip, Key key) {
        return form == null
                ? trip.read(new Read.Get(key)).map(copy -> copy.flatMap(this::read))
                : trip.read(new Read.Formed<>(key, form));
    }

    private final class CopyForm implements Read.Form<Cached<V>> {
        private final CacheFormat.Shared<V> format;

        CopyForm(CacheFormat.Shared<V> format) {
            this.format = format;
        }

        @Override
        public Optional<Cached<V>> make(Key key, Bytes copy) {
            return read(copy);
        }

        @Override
        public int bytes(Cached<V> kept) {
            return kept.value().map(format::bytes).orElse(0);
        }
    }

    LeaseResult claim(String id) {
        return orElse(
                new LeaseResult.Blocked(),
                () -> leases.claim(id, copy -> read(copy).isPresent()));
    }

    /** Keeps what was loaded, and gives the lease back; true when the token still counted. */
    boolean keep(String id, String token, Optional<V> loaded) {
        if (loaded.isEmpty() && !policy.keepsAbsence()) {
            return release(id, token);
        }
        Bytes copy = loaded.isPresent() ? format.encode(loaded.get(), clock.instant()) : NOTHING;
        Duration life = loaded.isPresent() ? policy.life() : policy.absentLife();
        try {
            boolean kept = leases.fill(id, token, copy, life);
            if (!kept) {
                stats.staleFills.increment();
            }
            return kept;
        } catch (StoreException fault) {
            stats.storeFaults.increment();
            if (!(fault instanceof StoreException.Unavailable || fault instanceof StoreException.OutcomeUnknown)) {
                // A copy that is too large is refused each time, and must not make others wait for it.
                release(id, token);
            }
            return false;
        }
    }

    /** Gives the lease back; true when the token still counted. */
    boolean release(String id, String token) {
        return orElse(false, () -> leases.release(id, token));
    }

    private <R> R orElse(R withoutStore, Supplier<R> step) {
        try {
            return step.get();
        } catch (StoreException fault) {
            stats.storeFaults.increment();
            return withoutStore;
        }
    }
}
