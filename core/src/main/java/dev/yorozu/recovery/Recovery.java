package dev.yorozu.recovery;

import dev.yorozu.keyspace.KeyPattern;
import dev.yorozu.keyspace.Schema;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Commit;
import dev.yorozu.store.RoundTrip;
import dev.yorozu.store.Scan;
import dev.yorozu.store.Store;
import java.time.InstantSource;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * Ends all that a store may have revived: sessions, tokens, begun sign-ins, hand-overs, share links, and what is cached of
 * them. Counters, likes, rankings, boards, revocations and the audit log stay.
 *
 * <p>The {@link RecoveryCutoff} is set first, and only then the keys are deleted, a page at a time. A crash in between leaves
 * some that are still valid; the caller runs the recovery again before the store is used, and running it twice does no harm.
 */
public final class Recovery {
    private static final int PAGE = 256;

    private final Store store;
    private final Schema schema;
    private final InstantSource clock;

    public Recovery(Store store, Schema schema, InstantSource clock) {
        this.store = store;
        this.schema = schema;
        this.clock = clock;
    }

    /** Whether a key of this name is one that a recovery ends. */
    public static boolean ends(Schema schema, String name) {
        return schema.match(name)
                .map(KeyPattern::category)
                .filter(category -> category.grantsAccess())
                .isPresent();
    }

    /**
     * Ends all of it, and returns how many keys that were.
     *
     * @param progress is told from time to time how many keys were looked at
     */
    public long endAll(LongConsumer progress) {
        RecoveryCutoff.raise(store, clock.instant());
        long looked = 0;
        long ended = 0;
        for (Scan.Page page : Scan.of("", PAGE).pages(store)) {
            List<Batch> deletions = page.keys().stream()
                    .filter(key -> ends(schema, key.name()))
                    .map(key -> Batch.builder().delete(schema.key(key.name())).build())
                    .toList();
            ended += RoundTrip.commitAll(store, deletions).stream()
                    .filter(Recovery::deleted)
                    .count();
            looked += page.keys().size();
            progress.accept(looked);
        }
        return ended;
    }

    private static boolean deleted(Commit commit) {
        return commit instanceof Commit.Applied applied && applied.flag(0);
    }
}
