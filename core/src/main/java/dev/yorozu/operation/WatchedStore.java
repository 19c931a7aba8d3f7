package dev.yorozu.operation;

import dev.yorozu.store.Batch;
import dev.yorozu.store.Commit;
import dev.yorozu.store.MemoryUse;
import dev.yorozu.store.Read;
import dev.yorozu.store.Scan;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** A store that tells the operation of the calling thread which batches were applied. */
record WatchedStore(Store store) implements Store {
    @Override
    public Commit commit(Batch batch) {
        return noted(batch, () -> store.commit(batch), commit -> commit);
    }

    @Override
    public <R> Answered<List<R>> commit(Batch batch, List<? extends Read<? extends R>> questions) {
        return noted(batch, () -> store.<R>commit(batch, questions), Answered::commit);
    }

    private static <T> T noted(Batch batch, Supplier<T> action, Function<T, Commit> commit) {
        try {
            T result = action.get();
            if (commit.apply(result).applied()) {
                UnitOfWork.note(batch);
            }
            return result;
        } catch (StoreException.OutcomeUnknown unknown) {
            UnitOfWork.note(batch);
            throw unknown;
        }
    }

    @Override
    public <R> R read(Read<R> question) {
        return store.read(question);
    }

    @Override
    public <R> List<R> readAll(List<? extends Read<? extends R>> questions) {
        return store.readAll(questions);
    }

    @Override
    public Scan.Page scan(Scan scan) {
        return store.scan(scan);
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
    public List<String> damage() {
        return store.damage();
    }

    @Override
    public void close() {
        store.close();
    }
}
