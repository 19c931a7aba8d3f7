package dev.yorozu.server.operate.shared;

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
import java.util.Optional;
import tools.jackson.core.JacksonException;

/**
 * A work that one of the servers on a store does at a time, and what came of it last.
 *
 * <p>The turn is a lock that the server which works gives a new life on the way. The outcome lies in the lock's partition and is
 * written only while the lock is held: a server that lost its turn writes nothing. A crash leaves the earlier outcome, and a
 * lock that ends within a minute.
 *
 * @param <T> what is told of the work
 */
public final class InTurns<T> {
    private static final Duration TURN = Duration.ofMinutes(1);

    private final Store store;
    private final Locks locks;
    private final LockPlace lock;
    private final Key outcome;
    private final Class<T> form;

    /**
     * @param name that of the work, and of the lock
     * @param outcome where what came of it lies
     */
    public InTurns(Store store, RandomTokens random, String name, Key outcome, Class<T> form) {
        this.store = store;
        this.locks = new Locks(store, random);
        this.lock = LockPlace.at(ServerKeys.LOCK.key(name));
        this.outcome = outcome;
        this.form = form;
    }

    /** What came of the work last; empty before the first time, and where another version left what this one cannot read. */
    public Optional<T> find() {
        return store.get(outcome).flatMap(this::read);
    }

    private Optional<T> read(Bytes bytes) {
        try {
            return Optional.ofNullable(OperateJson.read(OperateJson.parse(bytes.toArray()), form));
        } catch (JacksonException other) {
            return Optional.empty();
        }
    }

    /** The turn to work; empty while another has it. */
    public Optional<Lease> take() {
        return locks.tryAcquire(lock, TURN);
    }

    /** How often a turn is to be kept, long before it ends. */
    public static Duration keepEvery() {
        return TURN.dividedBy(4);
    }

    public void keep(Lease turn) {
        locks.extend(turn, TURN);
    }

    public void giveBack(Lease turn) {
        locks.release(turn);
    }

    /** Writes down what came of the work; false, with nothing done, where the turn was lost. */
    public boolean publish(Lease turn, T told) {
        return store.apply(publishing(turn, told, Expiry.never()));
    }

    /** Writes down what came of the work and gives the turn back, in one step; false, with nothing done, where it was lost. */
    public boolean finish(Lease turn, T told, Expiry expiry) {
        return store.apply(publishing(turn, told, expiry).delete(lock.lock()).relaxed());
    }

    private Batch.Builder publishing(Lease turn, T told, Expiry expiry) {
        return Batch.builder()
                .require(Guard.equalTo(lock.lock(), turn.owner()))
                .put(outcome, Bytes.of(OperateJson.tree(told).toString()), expiry);
    }
}
