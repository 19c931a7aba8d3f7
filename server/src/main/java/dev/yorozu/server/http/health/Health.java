package dev.yorozu.server.http.health;

import dev.yorozu.account.DirectoryException;
import dev.yorozu.store.StoreException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * How one part is that the server needs, the store or the directory, found out in bounded time.
 *
 * <p>All who ask within a second share one question, and while a question hangs no other is put, so that asking often never
 * piles up work on one in trouble.
 */
public final class Health {
    private static final Logger LOGGER = Logger.getLogger(Health.class.getName());
    private static final Duration FRESH = Duration.ofSeconds(1);

    private final String name;
    private final Probe probe;
    private final Duration timeout;
    private final InstantSource clock;
    private final AtomicReference<Question> last;

    /** How a part is. */
    public enum State {
        OK("ok"),
        UNREACHABLE("unreachable"),
        REFUSING("refuses writes"),
        DAMAGED("damaged");

        private final String words;

        State(String words) {
            this.words = words;
        }

        public String words() {
            return words;
        }
    }

    /** Finds out how a part is; may take its time, and may throw when it cannot be reached. */
    public interface Probe {
        State look();
    }

    private record Question(Instant asked, CompletableFuture<State> answer) {
        boolean holds(Instant now) {
            Duration age = Duration.between(asked, now).abs();
            return !answer.isDone() || age.compareTo(FRESH) < 0;
        }
    }

    /** @param name what the part is called, in the log and for those who ask */
    public Health(String name, Probe probe, Duration timeout, InstantSource clock) {
        this.name = name;
        this.probe = probe;
        this.timeout = timeout;
        this.clock = clock;
        this.last = new AtomicReference<>(new Question(Instant.EPOCH, CompletableFuture.completedFuture(State.OK)));
    }

    public String name() {
        return name;
    }

    /** Whether the part can do its work. */
    public boolean answers() {
        return state() == State.OK;
    }

    public State state() {
        CompletableFuture<State> answer = ask();
        try {
            return answer.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return State.UNREACHABLE;
        } catch (TimeoutException e) {
            LOGGER.log(Level.WARNING, () -> "The " + name + " has not answered in time");
            return State.UNREACHABLE;
        } catch (ExecutionException e) {
            return State.UNREACHABLE;
        }
    }

    private CompletableFuture<State> ask() {
        Question current = last.get();
        Instant now = clock.instant();
        if (current.holds(now)) {
            return current.answer();
        }
        Question next = new Question(now, new CompletableFuture<>());
        if (!last.compareAndSet(current, next)) {
            return last.get().answer();
        }
        Thread.ofVirtual().name("yorozu-health").start(() -> {
            try {
                next.answer().complete(probe.look());
            } catch (RuntimeException | Error e) {
                LOGGER.log(Level.WARNING, () -> "The " + name + " cannot answer: " + sentence(e));
                next.answer().completeExceptionally(e);
            }
        });
        return next.answer();
    }

    private static String sentence(Throwable fault) {
        return fault instanceof StoreException || fault instanceof DirectoryException
                ? String.valueOf(fault.getMessage())
                : String.valueOf(fault);
    }
}
