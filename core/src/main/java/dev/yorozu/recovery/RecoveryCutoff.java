package dev.yorozu.recovery;

import dev.yorozu.keyspace.ServerKeys;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Key;
import dev.yorozu.store.Read;
import dev.yorozu.store.Store;
import java.time.Instant;
import java.util.Optional;

/**
 * The moment of a store's last recovery: what was issued before it is no longer valid. It is read where something is
 * accepted of which the store need not know, such as a share link; what is valid only while its key is there is ended by
 * deleting the key.
 */
public final class RecoveryCutoff {
    /** Where it lies; nothing but {@link #raise} may write there. */
    public static final Key KEY = ServerKeys.RECOVERY_CUTOFF.key();

    /** The question to the store; asked together with others, it costs no further trip. */
    public static final Read<Optional<Bytes>> READ = new Read.Get(KEY);

    private RecoveryCutoff() {}

    /**
     * Whether something that was issued at this time is valid, by what the store answered. A cutoff that cannot be read was
     * written by another program, which must not revive anything: then nothing is valid.
     */
    public static boolean admits(Instant issued, Optional<Bytes> cutoff) {
        return cutoff.isEmpty() || cutoff.get().number().stream().anyMatch(moment -> issued.toEpochMilli() >= moment);
    }

    /** Moves the cutoff to this moment, unless it is later already: what is refused stays refused. */
    public static void raise(Store store, Instant moment) {
        while (true) {
            Optional<Bytes> seen = store.read(READ);
            if (seen.stream()
                    .flatMapToLong(cutoff -> cutoff.number().stream())
                    .anyMatch(later -> later > moment.toEpochMilli())) {
                return;
            }
            boolean raised = store.apply(Batch.builder()
                    .require(Guard.unchanged(KEY, seen))
                    .put(KEY, Bytes.of(moment.toEpochMilli()), Expiry.never()));
            if (raised) {
                return;
            }
        }
    }
}
