package dev.yorozu.lock;

import dev.yorozu.secret.RandomTokens;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Commit;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Store;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Locks between threads and servers, each held by one owner until it is released or its life has passed. Safe for use by
 * any number of threads.
 *
 * <p>A life that passes while the owner still works is possible, as with every such lock. The fence tells a late owner
 * from the present one. A crash while a lock is held leaves it held until its life has passed.
 */
public final class Locks {
    private static final int OWNER_BYTES = 16;

    private final Store store;
    private final RandomTokens random;

    public Locks(Store store, RandomTokens random) {
        this.store = store;
        this.random = random;
    }

    /** Acquires the lock; empty when another owner holds it. */
    public Optional<Lease> tryAcquire(LockPlace place, Duration life) {
        String owner = random.base64url(OWNER_BYTES);
        Batch.Builder batch =
                Batch.builder().require(Guard.absent(place.lock())).put(place.lock(), owner, Expiry.after(life));
        if (place.fence().isPresent()) {
            batch.add(place.fence().get(), 1);
        } else {
            // When the machine stops, the owner stops with it; only a fence must never go back.
            batch.relaxed();
        }
        if (!(store.commit(batch.build()) instanceof Commit.Applied applied)) {
            return Optional.empty();
        }
        OptionalLong fence = place.fence().isPresent() ? OptionalLong.of(applied.number(1)) : OptionalLong.empty();
        return Optional.of(new Lease(place, owner, fence));
    }

    /** Gives the lock a new life from now on if it is still this owner's; true when it was. */
    public boolean extend(Lease lease, Duration life) {
        return commit(owned(lease).expire(lease.place().lock(), Expiry.after(life)));
    }

    /** Releases the lock if it is still this owner's; true when it was. */
    public boolean release(Lease lease) {
        return commit(owned(lease).delete(lease.place().lock()));
    }

    private static Batch.Builder owned(Lease lease) {
        return Batch.builder().require(Guard.equalTo(lease.place().lock(), lease.owner()));
    }

    private boolean commit(Batch.Builder change) {
        return store.apply(change.relaxed());
    }
}
