package dev.yorozu.server.operate.statistics;

import dev.yorozu.keyspace.Schema;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.server.metrics.CacheUse;
import dev.yorozu.server.operate.transport.Progress;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Counts the keys of a store in the background, and answers from the last count.
 *
 * <p>At most one count is under way in a process, and at most one among the servers that share a store: they take turns,
 * and share what comes out. A count that fails leaves the last one in place and is tried again soon. Safe for use by any
 * number of threads.
 */
public final class Census implements AutoCloseable {
    private static final Logger LOGGER = Logger.getLogger(Census.class.getName());
    /** How long after its start a server counts for the first time. */
    private static final Duration FIRST = Duration.ofSeconds(2);

    private static final Duration AGAIN = Duration.ofSeconds(30);
    /** How long a question that wants no fresh count waits for the very first one. */
    private static final Duration TIMEOUT = Duration.ofSeconds(2);

    private static final Duration STOP = Duration.ofSeconds(5);

    private final CensusPolicy policy;
    private final Supplier<List<CacheUse>> caches;
    private final InstantSource clock;
    private final Shared shared;
    private final Counting counting;
    private final List<CensusListener> listeners = new CopyOnWriteArrayList<>();
    private final Monitor monitor = new Monitor();
    private @Nullable Round running;
    private @Nullable Thread counter;
    private @Nullable Thread rhythm;
    private boolean closed;
    private volatile Optional<Reading> last = Optional.empty();
    private volatile Optional<Setback> setback = Optional.empty();

    /** @param caches how well the caches of this process do */
    public Census(
            Store store,
            Schema schema,
            CensusPolicy policy,
            Supplier<List<CacheUse>> caches,
            RandomTokens random,
            InstantSource clock) {
        this.policy = policy;
        this.caches = caches;
        this.clock = clock;
        this.shared = new Shared(store, random, clock);
        this.counting = new Counting(store, schema, listeners, policy, shared, clock);
    }

    /** One that counts when it is asked, on a store that nobody else uses. */
    public static Census alone(Store store, Schema schema, InstantSource clock) {
        return new Census(store, schema, CensusPolicy.alone(), List::of, RandomTokens.secure(), clock);
    }

    /** From the next count on, shows the listener its keys. */
    public void listen(CensusListener listener) {
        listeners.add(listener);
    }

    /** Begins to count by itself, where the policy says so. */
    public void start() {
        monitor.change(() -> {
            if (!closed && rhythm == null && policy.every().isPresent()) {
                Duration every = policy.every().get();
                rhythm = Thread.ofVirtual().name("yorozu-census-rhythm").start(() -> keepCounting(every));
            }
        });
    }

    /** What is known without asking the store: the last count or, before there is one, the first as far as it has come. */
    public Optional<Reading> latest() {
        return last.or(this::partial).map(this::described);
    }

    /** Whether a count is under way in this process. */
    public boolean isCounting() {
        return monitor.locked(() -> running != null);
    }

    /**
     * The last count or, when it is to be fresh, the outcome of one that is under way or begins now: one for all who ask.
     * When a fresh one fails, the last one says so; where there is none, the fault is thrown.
     *
     * @param progress is told while this waits
     */
    public Reading reading(boolean fresh, Progress progress) {
        Optional<Reading> known = fresh ? Optional.empty() : known();
        return described(known.orElseGet(() -> counted(fresh || !hasRhythm(), progress)));
    }

    /** Begins a count unless one is under way, and waits for it, but no longer than this. */
    public void recount(Duration patience) {
        begin(clock.instant()).join(Progress.NONE, Optional.of(patience));
    }

    private Reading counted(boolean whole, Progress progress) {
        Round round = begin(clock.instant());
        boolean over = round.join(progress, whole ? Optional.empty() : Optional.of(TIMEOUT));
        Optional<Reading> known = over ? last : last.or(() -> partial(round));
        return known.orElseThrow(() -> round.fault()
                .orElseGet(() -> new StoreException.Unavailable("The keys are not counted yet: ask again later")));
    }

    private Optional<Reading> known() {
        if (last.isPresent() && hasRhythm()) {
            return last;
        }
        if (policy.shared()) {
            shared.find().ifPresent(this::adopt);
        }
        Instant oldest = clock.instant().minus(policy.trusted());
        return last.filter(reading -> reading.asOf().isAfter(oldest));
    }

    private boolean hasRhythm() {
        return monitor.locked(() -> rhythm != null);
    }

    private Optional<Reading> partial() {
        return monitor.locked(() -> Optional.ofNullable(running)).flatMap(this::partial);
    }

    private Optional<Reading> partial(Round round) {
        return round.soFar()
                .map(soFar -> new Reading(soFar, clock.instant(), round.lasted(), false, Optional.empty(), List.of()));
    }

    private Reading described(Reading reading) {
        return reading.with(setback, caches.get());
    }

    /** The count under way, or a new one that need not be made here if another server made one after this instant. */
    private Round begin(Instant after) {
        return monitor.locked(() -> {
            if (closed) {
                throw new StoreException.Unavailable("The server is stopping");
            }
            Round round = running;
            if (round == null) {
                Round begun = new Round();
                round = begun;
                running = begun;
                counter = Thread.ofVirtual().name("yorozu-census").start(() -> run(begun, after));
            }
            return round;
        });
    }

    private void run(Round round, Instant after) {
        Optional<RuntimeException> fault = Optional.empty();
        try {
            counting.run(round, after).ifPresent(this::adopt);
        } catch (RuntimeException failed) {
            fault = Optional.of(failed);
            setback = Optional.of(new Setback(clock.instant(), message(failed)));
            LOGGER.warning(() -> "The keys could not be counted: " + message(failed));
        } finally {
            monitor.change(() -> running = null);
            round.end(fault);
        }
    }

    private void adopt(Reading reading) {
        monitor.change(() -> {
            if (last.isEmpty() || !last.get().asOf().isAfter(reading.asOf())) {
                last = Optional.of(reading);
                setback = Optional.empty();
            }
        });
    }

    private static String message(RuntimeException fault) {
        String message = fault instanceof StoreException ? fault.getMessage() : null;
        return message == null
                ? "The server made a mistake (" + fault.getClass().getSimpleName() + ")"
                : message;
    }

    private void keepCounting(Duration every) {
        Duration wait = FIRST;
        while (sleep(wait)) {
            try {
                Round round = begin(clock.instant().minus(every));
                round.await();
                wait = round.fault().isPresent() ? shorter(every, AGAIN) : untilDue(every);
            } catch (StoreException.Unavailable stopping) {
                return;
            }
        }
    }

    /** At most the whole span, also when a clock was set back; at least a little, whatever another server's clock says. */
    private Duration untilDue(Duration every) {
        Duration left = last.map(reading ->
                        Duration.between(clock.instant(), reading.asOf().plus(every)))
                .orElse(every);
        Duration least = Duration.ofSeconds(1);
        return left.compareTo(least) < 0 ? least : shorter(left, every);
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    /** False when it is time to stop. */
    private boolean sleep(Duration time) {
        try {
            return !monitor.await(() -> closed, time);
        } catch (InterruptedException interrupted) {
            return false;
        }
    }

    /** Stops counting: whoever waits is answered at once, and when this returns, the store is asked nothing more. */
    @Override
    public void close() {
        monitor.change(() -> {
            closed = true;
            if (running != null) {
                running.stop();
            }
        });
        // Once it is closed, no other thread takes the place of these.
        end(counter);
        end(rhythm);
    }

    private static void end(@Nullable Thread thread) {
        if (thread == null) {
            return;
        }
        try {
            if (!thread.join(STOP)) {
                thread.interrupt();
                thread.join(STOP);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
