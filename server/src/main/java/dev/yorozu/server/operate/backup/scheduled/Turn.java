package dev.yorozu.server.operate.backup.scheduled;

import dev.yorozu.lock.Lease;
import dev.yorozu.server.operate.shared.InTurns;
import dev.yorozu.store.StoreException;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.logging.Logger;

/** The turn to work on backups, kept until it is closed. Used by one thread. */
final class Turn implements AutoCloseable {
    private static final Logger LOGGER = Logger.getLogger(Turn.class.getName());

    private final InTurns<History> shared;
    private final Lease lease;
    private final CountDownLatch over = new CountDownLatch(1);

    private Turn(InTurns<History> shared, Lease lease) {
        this.shared = shared;
        this.lease = lease;
        Thread.ofVirtual().name("yorozu-backup-turn").start(this::keep);
    }

    /** Takes the turn; empty while another has it. */
    static Optional<Turn> take(InTurns<History> shared) {
        return shared.take().map(lease -> new Turn(shared, lease));
    }

    private void keep() {
        try {
            while (!over.await(InTurns.keepEvery().toMillis(), TimeUnit.MILLISECONDS)) {
                keepOnce();
            }
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        }
    }

    private void keepOnce() {
        try {
            shared.keep(lease);
        } catch (StoreException down) {
            LOGGER.warning(() -> "The turn to make a backup could not be kept: " + down.getMessage());
        }
    }

    /** Shares a history; where the turn was lost meanwhile, another server writes it. */
    void publish(History history) {
        if (!shared.publish(lease, history)) {
            LOGGER.warning("The turn to make a backup was lost to another server: what came of it here is not shared");
        }
    }

    @Override
    public void close() {
        over.countDown();
        try {
            shared.giveBack(lease);
        } catch (StoreException left) {
            LOGGER.warning(() -> "The turn to make a backup ends by itself: " + left.getMessage());
        }
    }
}
