package dev.yorozu.server.operate.statistics;

import dev.yorozu.keyspace.ServerKeys;
import dev.yorozu.lock.Lease;
import dev.yorozu.lock.LockPlace;
import dev.yorozu.lock.Locks;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.server.operate.transport.OperateJson;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Key;
import dev.yorozu.store.Store;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import tools.jackson.core.JacksonException;

/**
 * What servers on one store tell each other: who counts now, and what came of the last count.
 *
 * <p>The server that counts holds a lock, and gives it a new life on the way. The outcome lies in the lock's partition and is
 * written in one step with the end of the lock, only while it is held: who lost it writes nothing. A crash leaves the
 * earlier outcome, and a lock that ends within a minute.
 */
final class Shared {
    private static final String NAME = "census";
    private static final Key RESULT = ServerKeys.STATISTICS.key(NAME);
    private static final LockPlace LOCK = LockPlace.at(ServerKeys.LOCK.key(NAME));
    private static final Duration TURN = Duration.ofMinutes(1);
    private static final Duration KEPT = Duration.ofDays(7);
    /** How far clocks of servers may lie apart; what comes from later than that is not believed. */
    private static final Duration SKEW = Duration.ofMinutes(1);

    private final Store store;
    private final Locks locks;
    private final InstantSource clock;

    Shared(Store store, RandomTokens random, InstantSource clock) {
        this.store = store;
        this.locks = new Locks(store, random);
        this.clock = clock;
    }

    /** Whether a key is there only while a server looks, and so is not counted. */
    static boolean isOwn(Key key) {
        return key.name().startsWith(ServerKeys.HEALTH_PROBE.prefix())
                || key.name().equals(RESULT.name())
                || key.name().equals(LOCK.lock().name());
    }

    /** The last outcome, if there is one that this version can read. */
    Optional<Reading> find() {
        Instant latest = clock.instant().plus(SKEW);
        return store.get(RESULT)
                .flatMap(Shared::read)
                .filter(reading -> !reading.asOf().isAfter(latest));
    }

    /** The count in these bytes; empty when they are of a form that this version does not know. */
    private static Optional<Reading> read(Bytes bytes) {
        try {
            return Optional.ofNullable(OperateJson.read(OperateJson.parse(bytes.toArray()), Reading.class));
        } catch (JacksonException other) {
            return Optional.empty();
        }
    }

    /** The turn to count; empty while another server has it. */
    Optional<Lease> take() {
        return locks.tryAcquire(LOCK, TURN);
    }

    /** When a turn must be kept again, long before it ends. */
    static Duration keepEvery() {
        return TURN.dividedBy(4);
    }

    void keep(Lease turn) {
        locks.extend(turn, TURN);
    }

    void giveBack(Lease turn) {
        locks.release(turn);
    }

    /** Shares an outcome and ends the turn; false, with nothing done, when the turn was lost. */
    boolean publish(Lease turn, Reading reading) {
        return store.commit(Batch.builder()
                        .require(Guard.equalTo(LOCK.lock(), turn.owner()))
                        .put(RESULT, Bytes.of(OperateJson.tree(reading).toString()), Expiry.after(KEPT))
                        .delete(LOCK.lock())
                        .relaxed()
                        .build())
                .applied();
    }
}
