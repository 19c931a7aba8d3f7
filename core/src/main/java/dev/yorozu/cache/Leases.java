package dev.yorozu.cache;

import dev.yorozu.secret.RandomTokens;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Commit;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Found;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Key;
import dev.yorozu.store.RoundTrip;
import dev.yorozu.store.Scan;
import dev.yorozu.store.Store;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;

/**
 * The protocol by which one caller loads an id, no copy is older than a change, and no lock is held. Each step is one
 * batch on the three keys of an id: the copy, the lease (a token of the caller that loads), the writers (a set with a
 * token of each).
 *
 * <p>Reading what is not kept:
 *
 * <ol>
 *   <li><b>Claim</b>: if there is no copy, no writer and no lease, put a lease with a fresh token. <i>A crash after
 *       this</i> leaves a lease without a load; other callers load for themselves when their timeout has passed, and the
 *       lease ends by itself.
 *   <li>Load, from wherever the truth is.
 *   <li><b>Fill</b>: if the lease still holds the token, put the copy and delete the lease. Otherwise what was loaded is
 *       used once, and not kept. <i>A crash before this</i> is as one after the claim.
 *   <li>Or <b>release</b>, when the load failed or there is nothing to keep: if the lease still holds the token, delete
 *       it.
 * </ol>
 *
 * <p>Changing the truth:
 *
 * <ol>
 *   <li><b>Begin</b>: delete the copy and the lease, add a token to the writers, let the writers live for the time of a
 *       change from now on. On the disk before it returns. <i>A crash after this</i> leaves no copy, and a writer that
 *       is forgotten after the time of a change; until then every reader loads for itself.
 *   <li>Act. <i>A crash after this</i> leaves the same: the new truth, no copy of the old one, and no caller that
 *       could keep one.
 *   <li><b>End</b>: delete the copy and the lease, take the token from the writers.
 * </ol>
 *
 * <p>Why no copy is older than the last completed change: let a copy be there after an end. It was filled after that end,
 * which deleted what was there before. Its lease was claimed after that end too, since the end deleted the lease of that
 * time. So its load began after the change. It does not matter whether the load was slow, whether its lease ended and
 * another caller claimed (the token differs), or whether a step was lost on the way and arrives late: its guard is judged
 * when it arrives.
 *
 * <p>Two changes at once each add a token, so the end of one does not open the cache while the other still acts. That is
 * why writers are a set and not one more holder of the lease: were the second to stop after its act and before its end, a
 * copy filled in between would stay.
 *
 * <p>Some values are loaded before it is known whose they are, as when a sign-in learns from what it fetched whom it
 * fetched. Their load has no lease that a change made elsewhere could delete: they claim when they are brought, after the
 * load, and would then be kept although older than the change. For those there is <b>block</b>: delete the copy and the
 * lease, and add to the writers one that never ends by itself. Until the writers are forgotten, after the time of a
 * change, no claim is granted, so that what was loaded before the block and is brought within that time is not kept.
 * All blocks are the same writer, so that the set does not grow by them. <i>A crash after this</i> changes nothing.
 *
 * <p>The one gap: an action that takes longer than the time of a change, followed by a crash before its end. A reader may
 * then have kept the old value after the writer was forgotten. It stays for the life of a copy at most.
 */
final class Leases {
    private static final int TOKEN_BYTES = 16;
    /** The writer of every block; no token is that short. */
    private static final Bytes BLOCK = Bytes.of("bar");
    /** How often what lies in place of a copy may change during one claim. */
    private static final int ROUNDS = 4;

    private static final int PAGE = 500;

    private static final int COPY = 0;
    private static final int WRITERS = 1;

    private final Store store;
    private final CacheLayout layout;
    private final CachePolicy policy;
    private final RandomTokens random;

    Leases(Store store, CacheLayout layout, CachePolicy policy, RandomTokens random) {
        this.store = store;
        this.layout = layout;
        this.policy = policy;
        this.random = random;
    }

    /**
     * Asks for the lease.
     *
     * @param readable whether a copy can be used; one that cannot is deleted
     */
    LeaseResult claim(String id, Predicate<Bytes> readable) {
        boolean clearing = false;
        for (int round = 0; round < ROUNDS; round++) {
            String token = random.base64url(TOKEN_BYTES);
            if (!(store.commit(claiming(id, token, clearing)) instanceof Commit.Rejected rejected)) {
                return new LeaseResult.Granted(token);
            }
            if (rejected.index() != COPY) {
                return rejected.index() == WRITERS ? new LeaseResult.Blocked() : new LeaseResult.Held();
            }
            if (rejected.found() instanceof Found.Value copy && readable.test(copy.value())) {
                return new LeaseResult.Present(copy.value());
            }
            clearing = !clearing;
        }
        return new LeaseResult.Blocked();
    }

    /** Clearing may delete a good copy that came meanwhile, which costs a load and is no harm. */
    private Batch claiming(String id, String token, boolean clearing) {
        Key value = layout.value().apply(id);
        Key lease = layout.lease().apply(id);
        Batch.Builder batch = Batch.builder()
                .require(clearing ? Guard.present(value) : Guard.absent(value))
                .require(Guard.absent(layout.writers().apply(id)))
                .require(Guard.absent(lease));
        if (clearing) {
            batch.delete(value);
        }
        return batch.put(lease, token, Expiry.after(policy.lease())).relaxed().build();
    }

    /** Keeps a copy if the token still counts; true when it did. */
    boolean fill(String id, String token, Bytes copy, Duration life) {
        Batch.Builder batch = returning(id, token).put(layout.value().apply(id), copy, Expiry.after(life));
        return store.apply(batch.relaxed());
    }

    /** Gives the lease back if the token still counts; true when it did. */
    boolean release(String id, String token) {
        return store.apply(returning(id, token).relaxed());
    }

    private Batch.Builder returning(String id, String token) {
        Key lease = layout.lease().apply(id);
        return Batch.builder().require(Guard.equalTo(lease, token)).delete(lease);
    }

    /** Begins a change, and gives the token that ends it. */
    Bytes begin(String id) {
        Bytes token = Bytes.of(random.base64url(TOKEN_BYTES));
        store.commit(entering(id, token));
        return token;
    }

    /** Deletes the copy, and makes sure that nothing is kept for the time of a change; true when there was a copy. */
    boolean block(String id) {
        return hadCopy(store.commit(entering(id, BLOCK)));
    }

    private Batch entering(String id, Bytes writer) {
        Key writers = layout.writers().apply(id);
        return dropping(id)
                .setAdd(writers, writer)
                .expire(writers, Expiry.after(policy.writing()))
                .build();
    }

    void end(String id, Bytes token) {
        store.commit(dropping(id).setRemove(layout.writers().apply(id), token).build());
    }

    /** Deletes the copy, and makes sure that no load that has begun is kept; true when there was a copy. */
    boolean invalidate(String id) {
        return hadCopy(store.commit(dropping(id).build()));
    }

    private Batch.Builder dropping(String id) {
        return Batch.builder()
                .delete(layout.value().apply(id))
                .delete(layout.lease().apply(id));
    }

    /**
     * Forgets all ids: first the leases, then the copies, of which the number is returned.
     *
     * <p>A load that was under way at the beginning has its lease deleted, and is then not kept; or it was kept before
     * that, and its copy is deleted after. A load that begins later may be kept. Writers stay: they end by themselves.
     */
    long clear() {
        deleteAll(layout.leases());
        return deleteAll(layout.values());
    }

    private long deleteAll(String prefix) {
        long deleted = 0;
        for (Scan.Page page : Scan.of(prefix, PAGE).pages(store)) {
            List<Batch> deletions = page.keys().stream()
                    .map(key -> Batch.builder().delete(key).build())
                    .toList();
            deleted += RoundTrip.commitAll(store, deletions).stream()
                    .filter(Leases::hadCopy)
                    .count();
        }
        return deleted;
    }

    /** Whether there was something at the first key that a batch deleted. */
    private static boolean hadCopy(Commit commit) {
        return commit instanceof Commit.Applied applied && applied.flag(0);
    }
}
