package dev.yorozu.store.rocks;

import dev.yorozu.store.Key;
import dev.yorozu.store.Read;
import dev.yorozu.store.Result;
import dev.yorozu.store.Store;
import dev.yorozu.store.Write;
import dev.yorozu.store.backend.Revisions;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a program that only reads sees, on its caller's thread beside the writer.
 *
 * @param counters those of the keys asked for that are counted in memory
 */
record Glance(View view, Map<String, Counter> counters, Instant now, Revisions revisions) implements Store.State {
    /** The answer's type follows from the question's, which the compiler cannot see. */
    @Override
    @SuppressWarnings("unchecked")
    public <R> R read(Read<R> question) {
        return (R) walk(question.key()).answer(question);
    }

    @Override
    public long below(Key key, double score, boolean orEqual) {
        return walk(key).below(score, orEqual);
    }

    private Walk walk(Key key) {
        Counter counter = counters.get(key.name());
        byte[] name = key.bytes();
        byte @Nullable [] record = counter == null ? view.record(name) : counter.record();
        long millis = now.toEpochMilli();
        return new Walk(view, name, Answers.alive(record, millis), millis);
    }

    @Override
    public Result apply(Write write) {
        throw new UnsupportedOperationException("This program only reads");
    }

    @Override
    public void move(Key from, Key to) {
        throw new UnsupportedOperationException("This program only reads");
    }

    @Override
    public long revision(Key key) {
        return revisions.of(key);
    }
}
