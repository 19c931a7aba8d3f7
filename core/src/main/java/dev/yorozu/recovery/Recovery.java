package dev.yorozu.recovery;

import dev.yorozu.keyspace.KeyPattern;
import dev.yorozu.keyspace.Schema;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Commit;
import dev.yorozu.store.Key;
import dev.yorozu.store.Scan;
import dev.yorozu.store.Store;
import java.time.InstantSource;
import java.util.function.LongConsumer;

/**
 * Ends all that a store may have revived: sessions, tokens, begun sign-ins, hand-overs, share links, and what is cached of
 * them. Counters, likes, rankings, boards, revocations and the audit log stay.
 *
 * <p>The {@link RecoveryCutoff} is set first, and only then the keys are deleted, one after the other. A crash in between leaves some that
 * are still valid; the caller runs the recovery again before the store is used, and running it twice does no harm.
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
        Scan scan = Scan.of("", PAGE);
        Scan.Page page;
        do {
            page = store.scan(scan);
            for (Key key : page.keys()) {
                ended += end(key.name()) ? 1 : 0;
            }
            looked += page.keys().size();
            progress.accept(looked);
            scan = scan.from(page.next());
        } while (!page.last());
        return ended;
    }

    private boolean end(String name) {
        return ends(schema, name)
                && store.commit(Batch.builder().delete(schema.key(name)).build()) instanceof Commit.Applied applied
                && applied.flag(0);
    }
}
