package dev.yorozu.server.operate.statistics;

import dev.yorozu.keyspace.ServerKeys;
import dev.yorozu.lock.Lease;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.server.operate.shared.InTurns;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import dev.yorozu.store.Store;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;

/** What servers on one store tell each other: who counts now, and what came of the last count. */
final class Shared {
    private static final String NAME = "census";
    private static final Key RESULT = ServerKeys.STATISTICS.key(NAME);
    private static final Key LOCK = ServerKeys.LOCK.key(NAME);
    private static final Duration KEPT = Duration.ofDays(7);
    /** How far clocks of servers may lie apart; what comes from later than that is not believed. */
    private static final Duration SKEW = Duration.ofMinutes(1);

    private final InTurns<Reading> turns;
    private final InstantSource clock;

    Shared(Store store, RandomTokens random, InstantSource clock) {
        this.turns = new InTurns<>(store, random, NAME, RESULT, Reading.class);
        this.clock = clock;
    }

    /** Whether a key is there only while a server looks, and so is not counted. */
    static boolean isOwn(Key key) {
        return key.name().startsWith(ServerKeys.HEALTH_PROBE.prefix())
                || key.name().equals(RESULT.name())
                || key.name().equals(LOCK.name());
    }

    /** The last outcome, if there is one that this version can read. */
    Optional<Reading> find() {
        Instant latest = clock.instant().plus(SKEW);
        return turns.find().filter(reading -> !reading.asOf().isAfter(latest));
    }

    /** Whose turn it is to count. */
    InTurns<Reading> turns() {
        return turns;
    }

    /** Shares an outcome and ends the turn; false, with nothing done, when the turn was lost. */
    boolean publish(Lease turn, Reading reading) {
        return turns.finish(turn, reading, Expiry.after(KEPT));
    }
}
