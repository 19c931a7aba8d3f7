package dev.yorozu.cache;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** A load under way in this process, for which other callers may wait. */
final class InFlightLoad<V> {
    /**
     * What a load brought.
     *
     * @param confirmed whether the store said, after the last caller joined, that the lease still counted: then nothing
     *     was changed since the load began. Without that, a caller that joined a load that had begun may get a value from
     *     before a change that was completed before it joined.
     */
    record Result<V>(Cached<V> answer, boolean confirmed) {}

    private final CompletableFuture<Result<V>> result = new CompletableFuture<>();

    void complete(Cached<V> answer, boolean confirmed) {
        result.complete(new Result<>(answer, confirmed));
    }

    void fail(Throwable fault) {
        result.completeExceptionally(fault);
    }

    /** What the load brought; empty when the time is over before. The fault of a load that failed is thrown. */
    Optional<Result<V>> await(Duration time) {
        try {
            return Optional.of(result.get(time.toMillis(), TimeUnit.MILLISECONDS));
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
