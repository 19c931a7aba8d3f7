package dev.yorozu.conformance.login;

import dev.yorozu.store.Batch;
import dev.yorozu.store.Commit;
import dev.yorozu.store.Read;
import dev.yorozu.store.Scan;
import dev.yorozu.store.Store;
import java.util.ArrayList;
import java.util.List;

/**
 * A store whose answers to many questions come from different moments: the last question is answered first, then something
 * happens, once, and then the others are answered.
 */
final class TornStore implements Store {
    private final Store store;
    private final Runnable meanwhile;
    private boolean happened;

    TornStore(Store store, Runnable meanwhile) {
        this.store = store;
        this.meanwhile = meanwhile;
    }

    @Override
    public Commit commit(Batch batch) {
        return store.commit(batch);
    }

    @Override
    public <R> R read(Read<R> question) {
        return store.read(question);
    }

    @Override
    public <R> List<R> readAll(List<? extends Read<? extends R>> questions) {
        if (happened || questions.size() < 2) {
            return store.readAll(questions);
        }
        happened = true;
        R last = store.read(questions.getLast());
        meanwhile.run();
        List<R> answers = new ArrayList<>(store.<R>readAll(questions.subList(0, questions.size() - 1)));
        answers.add(last);
        return answers;
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
    public void close() {}
}
