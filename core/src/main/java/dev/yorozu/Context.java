package dev.yorozu;

import dev.yorozu.secret.RandomTokens;
import dev.yorozu.secret.Storage;
import dev.yorozu.store.Store;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicBoolean;

/** What all pieces of one {@link Yorozu} share. */
record Context(Store store, Storage storage, RandomTokens random, InstantSource clock, AtomicBoolean closed) {
    /** The app of pieces that are given no name of their own. */
    static final String MAIN = "main";

    /**
     * For pieces that go on without a store that fails, as limits and caches do: a store that was closed on purpose must not
     * pass for one of those.
     */
    void requireOpen() {
        if (closed.get()) {
            throw new IllegalStateException("This Yorozu was closed");
        }
    }
}
