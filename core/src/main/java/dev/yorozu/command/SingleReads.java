package dev.yorozu.command;

import dev.yorozu.store.Key;
import dev.yorozu.store.Read;
import dev.yorozu.store.Result;
import dev.yorozu.store.Store;
import dev.yorozu.store.Write;
import java.time.Instant;
import java.time.InstantSource;

/** The state for a command that asks at most one question, which needs no moment of its own. */
record SingleReads(Store store, InstantSource clock) implements Store.State {
    @Override
    public Instant now() {
        return clock.instant();
    }

    @Override
    public <R> R read(Read<R> question) {
        return store.read(question);
    }

    @Override
    public long below(Key key, double score, boolean orEqual) {
        throw new UnsupportedOperationException("One question only");
    }

    @Override
    public Result apply(Write write) {
        throw new UnsupportedOperationException("This command only reads");
    }

    @Override
    public void move(Key from, Key to) {
        throw new UnsupportedOperationException("This command only reads");
    }

    @Override
    public long revision(Key key) {
        throw new UnsupportedOperationException("One question only");
    }
}
