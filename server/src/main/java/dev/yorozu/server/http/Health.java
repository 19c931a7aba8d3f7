package dev.yorozu.server.http;

import dev.yorozu.account.DirectoryException;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Whether the store, or another thing that is needed, can answer, found out in bounded time.
 *
 * <p>All who ask at once share one question, and while a question hangs no other is put, so that asking often never
 * piles up work on one in trouble.
 */
public final class Health {
    private static final Logger LOGGER = Logger.getLogger(Health.class.getName());

    private final String name;
    private final Runnable ping;
    private final Duration patience;
    private final AtomicReference<CompletableFuture<Boolean>> question =
            new AtomicReference<>(CompletableFuture.completedFuture(true));

    public Health(Store store, Duration patience) {
        this("store", store::ping, patience);
    }

    /**
     * The health of anything that can be asked whether it is there.
     *
     * @param name what it is called in the log
     * @param ping returns when it can answer, and throws when it cannot
     */
    public Health(String name, Runnable ping, Duration patience) {
        this.name = name;
        this.ping = ping;
        this.patience = patience;
    }

    public boolean answers() {
        try {
            ask().get(patience.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } catch (TimeoutException e) {
            LOGGER.log(Level.WARNING, () -> "The " + name + " has not answered in time");
            return false;
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            LOGGER.log(
                    Level.WARNING,
                    () -> "The " + name + " cannot answer: "
                            + (cause instanceof StoreException || cause instanceof DirectoryException
                                    ? cause.getMessage()
                                    : String.valueOf(cause)));
            return false;
        }
    }

    private CompletableFuture<Boolean> ask() {
        CompletableFuture<Boolean> current = question.get();
        if (!current.isDone()) {
            return current;
        }
        CompletableFuture<Boolean> next = new CompletableFuture<>();
        if (!question.compareAndSet(current, next)) {
            return question.get();
        }
        Thread.ofVirtual().name("yorozu-health").start(() -> {
            try {
                ping.run();
                next.complete(true);
            } catch (RuntimeException | Error e) {
                next.completeExceptionally(e);
            }
        });
        return next;
    }
}
