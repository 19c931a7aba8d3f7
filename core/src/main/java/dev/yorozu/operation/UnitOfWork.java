package dev.yorozu.operation;

import dev.yorozu.keyspace.Category;
import dev.yorozu.keyspace.KeyPattern;
import dev.yorozu.keyspace.Keyspace;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one operation of several batches has changed so far, such as one request.
 *
 * <p>A batch that was not applied is reported as {@link StoreException.Unavailable}: nothing was changed. For an
 * operation of which that was the second step, this would be wrong. So the batches that a {@linkplain #tracked
 * tracked} store applied are noted with the operation that runs in the calling thread, and once there are any, a store that
 * fails is reported as {@link StoreException.OutcomeUnknown}: the operation may be done, or done in part.
 *
 * <p>Batches whose outcome no caller asks about do not count: those that only write limits, locks, caches and statistics. Outside of an
 * operation nothing is noted. An operation belongs to one thread, and to those to which it gives a {@linkplain #part part}.
 */
public final class UnitOfWork {
    /** More batches than this are taken to have changed something. */
    private static final int MOST_NOTED = 32;

    private static final ThreadLocal<@Nullable UnitOfWork> CURRENT = new ThreadLocal<>();

    /** Most operations change nothing. */
    private List<Batch> noted = List.of();

    private UnitOfWork() {}

    /** What an operation does. */
    public interface Steps<T, E extends Exception> {
        T take() throws E;
    }

    /** A store that notes what it applies with the operation of the calling thread. */
    public static Store tracked(Store store) {
        return new TrackedStore(store);
    }

    /**
     * Runs an operation, or a part of the one that the calling thread is in already. A fault that says that nothing was
     * changed leaves here only where that is so of the whole operation until now.
     */
    public static <T, E extends Exception> T run(Steps<T, E> steps) throws E {
        UnitOfWork outer = CURRENT.get();
        UnitOfWork work = outer == null ? new UnitOfWork() : outer;
        if (outer == null) {
            CURRENT.set(work);
        }
        try {
            return steps.take();
        } catch (StoreException.Unavailable fault) {
            throw work.judged(fault);
        } finally {
            if (outer == null) {
                CURRENT.set(null); // Not removed: the thread of a connection comes back with its next request.
            }
        }
    }

    /** The same action as a part of the calling thread's operation, for another thread that is in none. */
    public static Runnable part(Runnable action) {
        UnitOfWork work = CURRENT.get();
        if (work == null) {
            return action;
        }
        return () -> {
            CURRENT.set(work);
            try {
                action.run();
            } finally {
                CURRENT.remove();
            }
        };
    }

    /** Notes a batch that was, or may have been, applied. */
    static void note(Batch batch) {
        UnitOfWork work = CURRENT.get();
        if (work != null && !batch.writes().isEmpty()) {
            work.add(batch);
        }
    }

    private synchronized void add(Batch batch) {
        if (noted.size() <= MOST_NOTED) {
            noted = noted.isEmpty() ? new ArrayList<>(4) : noted;
            noted.add(batch);
        }
    }

    private synchronized boolean hasChanged() {
        return noted.size() > MOST_NOTED || noted.stream().anyMatch(UnitOfWork::counts);
    }

    private StoreException judged(StoreException.Unavailable fault) {
        return hasChanged()
                ? new StoreException.OutcomeUnknown(
                        fault.getMessage() + ", after a part of the operation may have been done", fault)
                : fault;
    }

    private static boolean counts(Batch batch) {
        return batch.writes().stream()
                .map(write -> Keyspace.schema()
                        .match(write.key().name())
                        .map(KeyPattern::category)
                        .orElse(Category.OTHER))
                .anyMatch(category -> switch (category) {
                    case RATE_LIMIT, LOCK, CACHE, STATISTICS, FEED -> false;
                    case SESSION,
                            TOKEN,
                            REVOCATION,
                            SIGN_IN,
                            LINK,
                            COUNTER,
                            LIKE,
                            RANKING,
                            BOARD,
                            AUDIT,
                            CREDENTIAL,
                            OTHER -> true;
                });
    }
}
