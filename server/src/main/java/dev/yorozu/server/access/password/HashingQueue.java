package dev.yorozu.server.access.password;

import dev.yorozu.secret.PasswordsBusy;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Where hashes are computed: only so many at once, on threads of their own, so that they fill neither the memory nor the
 * few threads that carry all requests.
 */
final class HashingQueue {
    /** How long a caller waits for its turn. */
    private static final Duration TIMEOUT = Duration.ofSeconds(3);

    /** How many callers wait for each hash that is computed; more would only wait in vain. */
    private static final int WAITING_FOR_EACH = 32;

    private final Semaphore turns;
    private final int mostWaiting;
    private final ThreadPoolExecutor threads;

    HashingQueue(int concurrency) {
        turns = new Semaphore(concurrency, true);
        mostWaiting = concurrency * WAITING_FOR_EACH;
        threads = new ThreadPoolExecutor(
                concurrency,
                concurrency,
                10,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                Thread.ofPlatform().daemon().name("yorozu-password-", 0).factory());
        threads.allowCoreThreadTimeOut(true);
    }

    /** Throws {@link PasswordsBusy} when it is not this caller's turn in time. */
    <T> T compute(Supplier<T> work) {
        takeTurn();
        try {
            // Joined also by an interrupted caller: its turn ends when its hash does.
            return CompletableFuture.supplyAsync(work, threads).join();
        } finally {
            turns.release();
        }
    }

    private void takeTurn() {
        if (turns.getQueueLength() >= mostWaiting) {
            throw new PasswordsBusy();
        }
        try {
            if (!turns.tryAcquire(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new PasswordsBusy();
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new PasswordsBusy();
        }
    }
}
