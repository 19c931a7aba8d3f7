package dev.yorozu.cache;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** A load under way in this process, for which others may wait. */
final class Flight<V> {
    /**
     * What a load brought.
     *
     * @param confirmed whether the store said, after everybody joined who could, that the lease still counted: then
     *     nothing was changed since the load began. Without that, who joined a load that had begun may get a value from
     *     before a change that was completed before it joined.
     */
    record Landing<V>(Cached<V> answer, boolean confirmed) {}

    private final CompletableFuture<Landing<V>> landing = new CompletableFuture<>();

    void land(Cached<V> answer, boolean confirmed) {
        landing.complete(new Landing<>(answer, confirmed));
    }

    void fail(Throwable fault) {
        landing.completeExceptionally(fault);
    }

    /** What the load brought; empty when the time is over before. The fault of a load that failed is thrown. */
    Optional<Landing<V>> await(Duration time) {
        try {
            return Optional.of(landing.get(time.toMillis(), TimeUnit.MILLISECONDS));
        } catch (TimeoutException late) {
            return Optional.empty();
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        } catch (ExecutionException failed) {
            throw unchecked(failed.getCause());
        }
    }

    /** Loaders throw nothing that is checked. */
    private static RuntimeException unchecked(@Nullable Throwable fault) {
        if (fault instanceof Error error) {
            throw error;
        }
        return fault instanceof RuntimeException exception ? exception : new IllegalStateException(fault);
    }
}
