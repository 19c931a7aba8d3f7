package dev.yorozu.server;

import dev.yorozu.operation.UnitOfWork;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Commit;
import dev.yorozu.store.Durability;
import dev.yorozu.store.MemoryUse;
import dev.yorozu.store.Read;
import dev.yorozu.store.RoundTrip;
import dev.yorozu.store.Scan;
import dev.yorozu.store.Store;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/** Counts the trips to a store, which can be exchanged for another meanwhile, and is watched as the server's is. */
public final class CountingStore implements Store {
    private volatile Store store;
    private final AtomicLong trips = new AtomicLong();

    public CountingStore(Store store) {
        this.store = UnitOfWork.tracked(store);
    }

    public void becomes(Store other) {
        store = UnitOfWork.tracked(other);
    }

    public long trips() {
        return trips.get();
    }

    @Override
    public Commit commit(Batch batch) {
        trips.incrementAndGet();
        return store.commit(batch);
    }

    /** One trip, however much is asked and changed on it. */
    @Override
    public void send(RoundTrip trip) {
        trips.incrementAndGet();
        store.send(trip);
    }

    @Override
    public <R> R read(Read<R> question) {
        trips.incrementAndGet();
        return store.read(question);
    }

    @Override
    public <R> List<R> readAll(List<? extends Read<? extends R>> questions) {
        trips.incrementAndGet();
        return store.readAll(questions);
    }

    @Override
    public Scan.Page scan(Scan scan) {
        trips.incrementAndGet();
        return store.scan(scan);
    }

    @Override
    public <R> R run(Program<R> program, Durability durability) {
        trips.incrementAndGet();
        return store.run(program, durability);
    }

    @Override
    public Optional<Relay> relay() {
        return store.relay();
    }

    @Override
    public void ping() {
        store.ping();
    }

    @Override
    public Optional<MemoryUse> memory() {
        return store.memory();
    }

    @Override
    public void close() {
        store.close();
    }
}
