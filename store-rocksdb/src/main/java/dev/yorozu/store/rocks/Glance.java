package dev.yorozu.store.rocks;

import dev.yorozu.store.Key;
import dev.yorozu.store.Read;
import dev.yorozu.store.Result;
import dev.yorozu.store.Store;
import dev.yorozu.store.Write;
import dev.yorozu.store.backend.Revisions;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What a program that only reads sees, on its caller's thread beside the writer. */
record Glance(Records records, Instant now, Revisions revisions) implements Store.State {
    /** The records of the keys that the program named, all of one moment. */
    interface Records {
        /** The record of a key; it may have ended. */
        byte @Nullable [] of(Key key);

        /** Where elements of collections are found. */
        ElementSource elements();
    }

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
        long millis = now.toEpochMilli();
        return new Walk(records.elements(), key.bytes(), Answers.alive(records.of(key), millis), millis);
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
