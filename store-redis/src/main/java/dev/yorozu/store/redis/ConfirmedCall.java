package dev.yorozu.store.redis;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A command that has its reply once it was confirmed. Until it leaves, its caller can still call it off; of the two, leaving
 * and being called off, exactly one happens, so that it is known whether it can have had an effect.
 */
final class ConfirmedCall implements Pending {
    /** What goes before it, if anything, and itself. */
    private final List<Call> calls;

    private final AtomicReference<Way> way = new AtomicReference<>(Way.WAITING);
    private final CompletableFuture<Verdict> verdict = new CompletableFuture<>();

    private enum Way {
        WAITING,
        LEFT,
        CALLED_OFF
    }

    private enum Verdict {
        CONFIRMED,
        TOO_FEW,
        LOST,
        UNSENT
    }

    ConfirmedCall(List<Command> commands) {
        this.calls = Call.of(commands);
    }

    List<Call> calls() {
        return calls;
    }

    /** Whether it is to leave now. */
    boolean leave() {
        return way.compareAndSet(Way.WAITING, Way.LEFT);
    }

    /** There is no connection for it. */
    void cannotLeave() {
        if (way.compareAndSet(Way.WAITING, Way.CALLED_OFF)) {
            verdict.complete(Verdict.UNSENT);
        }
    }

    /** The reply to the wait behind it is here, or will not come. */
    void arrive(Confirming confirming, @Nullable Object reply, @Nullable Throwable failure) {
        if (failure != null) {
            verdict.complete(Verdict.LOST);
        } else {
            verdict.complete(confirming.isMet(reply) ? Verdict.CONFIRMED : Verdict.TOO_FEW);
        }
    }

    @Override
    public @Nullable Object reply(long deadline) throws Failure {
        Verdict known = await(deadline);
        if (known == Verdict.UNSENT) {
            throw new Failure.Unsent("Redis is not reachable", new IllegalStateException("There is no connection"));
        }
        // What Redis refused had no effect, whatever became of the others.
        Object reply = calls.getLast().reply(deadline);
        return switch (known) {
            case CONFIRMED -> reply;
            case TOO_FEW -> throw new Failure.Unconfirmed("Redis has it, but too few replicas said so in time");
            case LOST, UNSENT ->
                throw new Failure.Lost(
                        "Redis did not say in time whether its replicas have it",
                        new IllegalStateException("There is no reply to the wait"));
        };
    }

    private Verdict await(long deadline) throws Failure {
        try {
            return verdict.get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            if (way.compareAndSet(Way.WAITING, Way.CALLED_OFF)) {
                throw new Failure.Unsent("Redis was not free in time: its replicas were waited for", e);
            }
            return Verdict.LOST;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            if (way.compareAndSet(Way.WAITING, Way.CALLED_OFF)) {
                throw new Failure.Unsent("Interrupted while waiting for Redis", e);
            }
            throw new Failure.Lost("Interrupted while waiting for Redis", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException("A verdict is never a fault", e);
        }
    }
}
