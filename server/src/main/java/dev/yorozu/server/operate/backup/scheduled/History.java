package dev.yorozu.server.operate.backup.scheduled;

import dev.yorozu.keyspace.ServerKeys;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.server.operate.shared.InTurns;
import dev.yorozu.store.Store;
import java.util.Optional;

/**
 * How backups went, as far as it counts: the newest good one, and the last failure.
 *
 * @param success the newest one that is there and was found to be sound
 */
record History(Optional<Made> success, Optional<Failure> failure) {
    static final History NONE = new History(Optional.empty(), Optional.empty());

    private static final String NAME = "backup";

    /** What the servers on one store tell each other of backups. */
    static InTurns<History> shared(Store store, RandomTokens random) {
        return new InTurns<>(store, random, NAME, ServerKeys.HISTORY.key(NAME), History.class);
    }

    History with(Made made) {
        return new History(Optional.of(made), failure);
    }

    History with(Failure failed) {
        return new History(success, Optional.of(failed));
    }

    /** Forgets the good one, which is good no more. */
    History without() {
        return new History(Optional.empty(), failure);
    }

    /** Whether nothing was made since the last failure. */
    boolean isFailing() {
        return failure.filter(failed ->
                        success.filter(made -> made.at().isAfter(failed.at())).isEmpty())
                .isPresent();
    }

    /** Whether a backup was lost, and no other was made since. */
    boolean isLost() {
        return isFailing() && failure.filter(failed -> failed.reason().isLoss()).isPresent();
    }
}
