package dev.yorozu.operation;

import dev.yorozu.store.Batch;
import dev.yorozu.store.Commit;
import dev.yorozu.store.RoundTrip;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;

/** A store that tells the operation of the calling thread which batches were applied. */
record TrackedStore(Store store) implements Store.Forwarding {
    @Override
    public Commit commit(Batch batch) {
        return noted(batch, () -> store.commit(batch));
    }

    @Override
    public void send(RoundTrip trip) {
        store.send(trip);
        for (RoundTrip.Item<?> item : trip.items()) {
            if (item instanceof RoundTrip.Change change) {
                note(change);
            }
        }
    }

    private static void note(RoundTrip.Change change) {
        try {
            noted(change.batch(), change);
        } catch (StoreException known) {
            return; // The fault reaches the caller that asks for the answer.
        }
    }

    private static Commit noted(Batch batch, RoundTrip.Answer<Commit> outcome) {
        try {
            Commit commit = outcome.get();
            if (commit.applied()) {
                UnitOfWork.note(batch);
            }
            return commit;
        } catch (StoreException.OutcomeUnknown unknown) {
            UnitOfWork.note(batch);
            throw unknown;
        }
    }
}
