package dev.yorozu.conformance.token;

import dev.yorozu.store.Batch;
import dev.yorozu.store.Commit;
import dev.yorozu.store.RoundTrip;
import dev.yorozu.store.Store;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A store in which something happens meanwhile.
 *
 * @param replacing happens before every batch that replaces a value
 * @param answering happens once, between the answers to many questions: the last is answered first, and then the others
 */
record BusyStore(Store store, Runnable replacing, Runnable answering, AtomicBoolean answered)
        implements Store.Forwarding {
    static BusyStore replacing(Store store, Runnable meanwhile) {
        return new BusyStore(store, meanwhile, () -> {}, new AtomicBoolean(true));
    }

    static BusyStore answering(Store store, Runnable meanwhile) {
        return new BusyStore(store, () -> {}, meanwhile, new AtomicBoolean());
    }

    @Override
    public Commit commit(Batch batch) {
        if (!batch.guards().isEmpty()) {
            replacing.run();
        }
        return store.commit(batch);
    }

    @Override
    public void send(RoundTrip trip) {
        List<RoundTrip.Item<?>> items = trip.items();
        if (items.size() < 2 || answered.getAndSet(true)) {
            items.forEach(item -> item.askOf(this));
            return;
        }
        items.getLast().askOf(store);
        answering.run();
        items.subList(0, items.size() - 1).forEach(item -> item.askOf(store));
    }

    @Override
    public void close() {}
}
