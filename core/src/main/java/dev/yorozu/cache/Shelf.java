package dev.yorozu.cache;

import dev.yorozu.store.Bytes;
import dev.yorozu.store.StoreException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

/** The copies as values, for callers whom no fault of the store may reach: what fails is counted and done without. */
final class Shelf<V> {
    private static final Bytes NOTHING = Bytes.of("null");

    private final Leases leases;
    private final CachePolicy policy;
    private final CacheFormat<V> format;
    private final Tally tally;
    private final InstantSource clock;

    Shelf(Leases leases, CachePolicy policy, CacheFormat<V> format, Tally tally, InstantSource clock) {
        this.leases = leases;
        this.policy = policy;
        this.format = format;
        this.tally = tally;
        this.clock = clock;
    }

    /** What a copy says; empty when it cannot be read, as an absence cannot where none is kept. */
    Optional<Cached<V>> read(Bytes copy) {
        if (copy.equals(NOTHING)) {
            return policy.keepsAbsence() ? Optional.of(Cached.kept(Optional.empty())) : Optional.empty();
        }
        return format.decode(copy).map(value -> Cached.kept(Optional.of(value)));
    }

    Claim claim(String id) {
        try {
            return leases.claim(id, copy -> read(copy).isPresent());
        } catch (StoreException fault) {
            tally.storeFaults.increment();
            return new Claim.Barred();
        }
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
                tally.staleFills.increment();
            }
            return kept;
        } catch (StoreException.Unavailable | StoreException.OutcomeUnknown outOfReach) {
            tally.storeFaults.increment();
            return false;
        } catch (StoreException refused) {
            // A copy that is too large is refused each time, and must not make others wait for it.
            tally.storeFaults.increment();
            release(id, token);
            return false;
        }
    }

    /** Gives the lease back; true when the token still counted. */
    boolean release(String id, String token) {
        try {
            return leases.release(id, token);
        } catch (StoreException fault) {
            tally.storeFaults.increment();
            return false;
        }
    }
}
