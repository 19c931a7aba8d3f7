package dev.yorozu.bench.measure;

import dev.yorozu.store.Batch;
import dev.yorozu.store.Commit;
import dev.yorozu.store.Durability;
import dev.yorozu.store.RoundTrip;
import dev.yorozu.store.Store;

/** A store that syncs nothing: what is stored before a run need not survive a crash. */
public record Relaxed(Store store) implements Store.Forwarding {
    @Override
    public Commit commit(Batch batch) {
        return store.commit(new Batch(batch.guards(), batch.writes(), Durability.RELAXED));
    }

    @Override
    public void send(RoundTrip trip) {
        trip.items().forEach(item -> item.askOf(this));
    }
}
