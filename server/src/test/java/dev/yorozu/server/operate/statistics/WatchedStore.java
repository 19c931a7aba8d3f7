package dev.yorozu.server.operate.statistics;

import dev.yorozu.store.Batch;
import dev.yorozu.store.Commit;
import dev.yorozu.store.Read;
import dev.yorozu.store.Scan;
import dev.yorozu.store.Store;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;

/** A store that counts what it is asked by kind, and lets something happen just before each page of a walk. */
final class WatchedStore implements Store {
    private final Store store;
    private final AtomicInteger scans = new AtomicInteger();
    private final AtomicInteger reads = new AtomicInteger();
    private final AtomicInteger others = new AtomicInteger();
    private volatile IntConsumer beforePage = page -> {};

    WatchedStore(Store store) {
        this.store = store;
    }

    /** From now on this happens before each page, with the number of pages asked for so far. */
    void beforePage(IntConsumer action) {
        beforePage = action;
    }

    int scans() {
        return scans.get();
    }

    int reads() {
        return reads.get();
    }

    int others() {
        return others.get();
    }

    int calls() {
        return scans() + reads() + others();
    }

    @Override
    public Commit commit(Batch batch) {
        others.incrementAndGet();
        return store.commit(batch);
    }

    @Override
    public <R> R read(Read<R> question) {
        others.incrementAndGet();
        return store.read(question);
    }

    @Override
    public <R> List<R> readAll(List<? extends Read<? extends R>> questions) {
        reads.incrementAndGet();
        return store.readAll(questions);
    }

    @Override
    public Scan.Page scan(Scan scan) {
        beforePage.accept(scans.incrementAndGet());
        return store.scan(scan);
    }

    @Override
    public void ping() {
        store.ping();
    }

    @Override
    public void close() {}
}
