package dev.yorozu.store.redis;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits for what must be there before a command can be sent. */
final class Waiting {
    private Waiting() {}

    static void forResult(CompletableFuture<?> ready, long deadline) throws Failure.Unsent {
        try {
            ready.get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException | CancellationException | TimeoutException e) {
            throw new Failure.Unsent("Redis is not reachable", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Failure.Unsent("Interrupted while connecting to Redis", e);
        }
    }
}
