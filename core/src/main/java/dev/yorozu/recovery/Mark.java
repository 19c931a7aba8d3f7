package dev.yorozu.recovery;

import dev.yorozu.keyspace.RecoveryKeys;
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
 * The moment of a store's last recovery: what was issued before it counts no more. It is asked by whoever accepts something
 * of which the store need not know, such as a share link; what counts only while its key is there is ended by deleting the key.
 */
public final class Mark {
    /** Where it lies; nothing but {@link #raise} may write there. */
    public static final Key KEY = RecoveryKeys.MARK.key();

    /** The question to the store; asked together with others, it costs no further trip. */
    public static final Read<Optional<Bytes>> READ = new Read.Get(KEY);

    private Mark() {}

    /**
     * Whether something that was issued at this time counts, by what the store answered. A mark that cannot be read comes from
     * a stranger, who must not bring anything back: then nothing counts.
     */
    public static boolean admits(Instant issued, Optional<Bytes> mark) {
        return mark.isEmpty() || mark.get().number().stream().anyMatch(moment -> issued.toEpochMilli() >= moment);
    }

    /** Moves the mark to this moment, unless it stands later already: what is refused stays refused. */
    public static void raise(Store store, Instant moment) {
        while (true) {
            Optional<Bytes> seen = store.read(READ);
            if (seen.stream()
                    .flatMapToLong(mark -> mark.number().stream())
                    .anyMatch(later -> later > moment.toEpochMilli())) {
                return;
            }
            Guard unchanged = seen.isPresent() ? Guard.equalTo(KEY, seen.get()) : Guard.absent(KEY);
            boolean raised = store.commit(Batch.builder()
                            .require(unchanged)
                            .put(KEY, Bytes.of(moment.toEpochMilli()), Expiry.never())
                            .build())
                    .applied();
            if (raised) {
                return;
            }
        }
    }
}
