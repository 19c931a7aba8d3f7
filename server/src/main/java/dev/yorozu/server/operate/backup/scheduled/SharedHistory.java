package dev.yorozu.server.operate.backup.scheduled;

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
 * What servers on one store tell each other of backups: whose turn it is, and how the last ones went.
 *
 * <p>The turn is a lock that the server which makes a backup gives a new life on the way. The history lies in the lock's
 * partition and is written only while the lock is held: a server that lost its turn writes nothing. A crash leaves the earlier
 * history, and a lock that ends within a minute.
 */
final class SharedHistory {
    private static final String NAME = "backup";
    private static final Key HISTORY = ServerKeys.HISTORY.key(NAME);
    private static final LockPlace LOCK = LockPlace.at(ServerKeys.LOCK.key(NAME));
    private static final Duration TURN = Duration.ofMinutes(1);

    private final Store store;
    private final Locks locks;

    SharedHistory(Store store, RandomTokens random) {
        this.store = store;
        this.locks = new Locks(store, random);
    }

    /** The history; empty before the first backup, and where another version left what this one cannot read. */
    Optional<History> find() {
        return store.get(HISTORY).flatMap(SharedHistory::read);
    }

    private static Optional<History> read(Bytes bytes) {
        try {
            return Optional.ofNullable(OperateJson.read(OperateJson.parse(bytes.toArray()), History.class));
        } catch (JacksonException other) {
            return Optional.empty();
        }
    }

    /** The turn to work on backups; empty while another has it. */
    Optional<Lease> take() {
        return locks.tryAcquire(LOCK, TURN);
    }

    /** How often a turn is to be kept. */
    static Duration keepEvery() {
        return TURN.dividedBy(4);
    }

    void keep(Lease turn) {
        locks.extend(turn, TURN);
    }

    void giveBack(Lease turn) {
        locks.release(turn);
    }

    /** Writes the history down; false, with nothing done, where the turn was lost. */
    boolean publish(Lease turn, History history) {
        return store.apply(Batch.builder()
                .require(Guard.equalTo(LOCK.lock(), turn.owner()))
                .put(HISTORY, Bytes.of(OperateJson.tree(history).toString()), Expiry.never()));
    }
}
