package dev.yorozu.server;

import dev.yorozu.store.Batch;
import dev.yorozu.store.Commit;
import dev.yorozu.store.Durability;
import dev.yorozu.store.MemoryUse;
import dev.yorozu.store.Read;
import dev.yorozu.store.Scan;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.memory.MemoryStore;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/** A store in memory that goes away, hangs and comes back as a test wishes. */
final class FailingStore implements Store {
    private final MemoryStore store = new MemoryStore();
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile Mood mood = Mood.WELL;
    private volatile List<String> damaged = List.of();

    enum Mood {
        WELL,
        AWAY,
        HANGING,
        /** Answers questions and refuses changes. */
        READ_ONLY
    }

    void become(Mood mood) {
        this.mood = mood;
    }

    void damage(String file) {
        damaged = List.of(file);
    }

    @Override
    public List<String> damage() {
        return damaged;
    }

    boolean isClosed() {
        return closed.getCount() == 0;
    }

    private void act() {
        switch (mood) {
            case WELL, READ_ONLY -> {}
            case AWAY -> throw new StoreException.Unavailable("The store is away");
            case HANGING -> {
                try {
                    closed.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
        }
    }

    @Override
    public Commit commit(Batch batch) {
        if (mood == Mood.READ_ONLY) {
            throw new StoreException.Unavailable("The store is read-only");
        }
        act();
        return store.commit(batch);
    }

    @Override
    public <R> R read(Read<R> question) {
        act();
        return store.read(question);
    }

    @Override
    public <R> List<R> readAll(List<? extends Read<? extends R>> questions) {
        act();
        return store.readAll(questions);
    }

    @Override
    public Scan.Page scan(Scan scan) {
        act();
        return store.scan(scan);
    }

    @Override
    public <R> R run(Program<R> program, Durability durability) {
        if (mood == Mood.READ_ONLY) {
            throw new StoreException.Unavailable("The store is read-only");
        }
        act();
        return store.run(program, durability);
    }

    @Override
    public void ping() {
        act();
        store.ping();
    }

    @Override
    public Optional<MemoryUse> memory() {
        act();
        return store.memory();
    }

    @Override
    public void close() {
        closed.countDown();
        store.close();
    }
}
