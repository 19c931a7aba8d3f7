package dev.yorozu.conformance.cache;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** A loader that has read its value, and is held before it can give it. */
final class Held implements Supplier<Optional<String>> {
    private static final int SECONDS = 30;

    private final Supplier<Optional<String>> source;
    private final CompletableFuture<Boolean> read = new CompletableFuture<>();
    private final CompletableFuture<Boolean> letGo = new CompletableFuture<>();

    Held(Supplier<Optional<String>> source) {
        this.source = source;
    }

    @Override
    public Optional<String> get() {
        Optional<String> value = source.get();
        read.complete(true);
        letGo.orTimeout(SECONDS, TimeUnit.SECONDS).join();
        return value;
    }

    /** Returns when the loader has read its value. */
    Held awaitRead() {
        read.orTimeout(SECONDS, TimeUnit.SECONDS).join();
        return this;
    }

    void letGo() {
        letGo.complete(true);
    }
}
