package dev.yorozu.store.rocks;

import dev.yorozu.store.Key;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.backend.Revisions;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.rocksdb.RocksDBException;

/** The batches that are written together, and what their callers will be told. For the holder of the writer's lock. */
final class Group {
    private final List<Pending> batches = new ArrayList<>();

    void add(Pending pending) {
        batches.add(pending);
    }

    void addAll(Collection<Pending> waiting) {
        batches.addAll(waiting);
    }

    int size() {
        return batches.size();
    }

    /** Whether any of the group so far is to change this key. */
    boolean changes(Key key) {
        return batches.stream().anyMatch(pending -> pending.changes(key));
    }

    /** Notes what was changed. */
    void note(Revisions revisions) {
        for (Pending pending : batches) {
            pending.note(revisions);
        }
    }

    /** Before anything was written. */
    void giveUp(StoreException cause) {
        String message = String.valueOf(cause.getMessage());
        for (Pending pending : batches) {
            pending.decide(
                    cause instanceof StoreException.Damaged
                            ? new StoreException.Damaged(message, cause)
                            : new StoreException.Unavailable(message, cause));
        }
    }

    /** After a write that failed: what was to change something may have reached the log. */
    void giveUp(RocksDBException cause, WriteFailure found) {
        for (Pending pending : batches) {
            pending.decide(
                    pending.applied()
                            ? new StoreException.OutcomeUnknown(
                                    "The write failed, and it may or may not have reached the disk", cause)
                            : found.toException());
        }
    }

    /** Tells all callers what was decided, and makes ready for the next group. */
    void release() {
        batches.forEach(Pending::release);
        batches.clear();
    }
}
