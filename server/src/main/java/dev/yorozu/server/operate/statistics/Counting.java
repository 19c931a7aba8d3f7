package dev.yorozu.server.operate.statistics;

import dev.yorozu.keyspace.Schema;
import dev.yorozu.lock.Lease;
import dev.yorozu.server.operate.shared.InTurns;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * How one count goes: it is made here, unless another server makes it or has just made it. Between pages the store is left
 * alone for as long as the policy says.
 */
record Counting(
        Store store,
        Schema schema,
        List<CensusListener> listeners,
        CensusPolicy policy,
        Shared shared,
        InstantSource clock) {
    private static final Logger LOGGER = Logger.getLogger(Counting.class.getName());
    /** How often to look whether another server has finished, when somebody waits for it and when nobody does. */
    private static final Duration SOON = Duration.ofMillis(500);

    private static final Duration LATER = Duration.ofSeconds(5);

    /** The outcome of a count that ended after this instant; empty when it was stopped. */
    Optional<Reading> run(Round round, Instant after) {
        if (!policy.shared()) {
            return walk(round, () -> {});
        }
        while (!round.isStopped()) {
            Optional<Lease> turn = shared.turns().take();
            if (turn.isPresent()) {
                return inTurn(round, after, turn.get());
            }
            Optional<Reading> made = madeAfter(after);
            if (made.isPresent()) {
                return made;
            }
            round.pause(LATER, SOON);
        }
        return Optional.empty();
    }

    private Optional<Reading> madeAfter(Instant after) {
        return shared.find().filter(reading -> reading.asOf().isAfter(after));
    }

    private Optional<Reading> inTurn(Round round, Instant after, Lease turn) {
        boolean published = false;
        try {
            Optional<Reading> made = madeAfter(after);
            if (made.isPresent()) {
                return made;
            }
            Optional<Reading> counted = walk(round, () -> shared.turns().keep(turn));
            if (counted.isPresent()) {
                published = isPublished(turn, counted.get());
            }
            return counted;
        } finally {
            if (!published) {
                giveBack(turn);
            }
        }
    }

    /** What was counted is good here, also when others cannot be told. */
    private boolean isPublished(Lease turn, Reading reading) {
        try {
            return shared.publish(turn, reading);
        } catch (StoreException fault) {
            LOGGER.log(Level.WARNING, "A count could not be shared with other servers", fault);
            return false;
        }
    }

    /** Does not hide why the count ended; a turn that cannot be given back ends by itself. */
    private void giveBack(Lease turn) {
        try {
            shared.turns().giveBack(turn);
        } catch (StoreException fault) {
            LOGGER.log(Level.FINE, "The turn to count ends by itself", fault);
        }
    }

    private Optional<Reading> walk(Round round, Runnable keep) {
        long begun = System.nanoTime();
        long kept = begun;
        Walk walk = new Walk(store, schema, listeners, policy.page());
        boolean more = true;
        while (more && !round.isStopped()) {
            long start = System.nanoTime();
            more = walk.next();
            long end = System.nanoTime();
            round.tell(walk.seen(), walk.statistics());
            if (end - kept > InTurns.keepEvery().toNanos()) {
                keep.run();
                kept = end;
            }
            if (more) {
                Duration worked = Duration.ofNanos(end - start);
                round.pause(CensusPolicy.pause(worked, policy.calm()), CensusPolicy.pause(worked, policy.eager()));
            }
        }
        Duration took = Duration.ofNanos(System.nanoTime() - begun);
        return more ? Optional.empty() : Optional.of(Reading.complete(walk.statistics(), clock.instant(), took));
    }
}
