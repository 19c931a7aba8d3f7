package dev.yorozu.cache;

import dev.yorozu.store.Batch;
import dev.yorozu.store.Commit;
import dev.yorozu.store.Key;
import dev.yorozu.store.Scan;
import dev.yorozu.store.Store;

/**
 * Forgets a whole cache: first the leases, then the copies.
 *
 * <p>A load that was under way at the beginning has its lease deleted, and is then not kept; or it was kept before that,
 * and its copy is deleted after. A load that begins later may be kept. Writers are left alone: they end by themselves.
 */
final class Clearing {
    private static final int PAGE = 500;

    private final Store store;
    private final CacheLayout layout;

    Clearing(Store store, CacheLayout layout) {
        this.store = store;
        this.layout = layout;
    }

    /** How many copies there were. */
    long run() {
        deleteAll(layout.leases());
        return deleteAll(layout.values());
    }

    private long deleteAll(String prefix) {
        long deleted = 0;
        Scan scan = Scan.of(prefix, PAGE);
        while (true) {
            Scan.Page page = store.scan(scan);
            for (Key key : page.keys()) {
                deleted += delete(key, key.equals(page.keys().getLast()));
            }
            if (page.last()) {
                return deleted;
            }
            scan = scan.from(page.next());
        }
    }

    /** The last of a page takes those before it along to the disk. */
    private int delete(Key key, boolean last) {
        Batch.Builder batch = Batch.builder().delete(key);
        Commit commit = store.commit((last ? batch : batch.relaxed()).build());
        return commit instanceof Commit.Applied applied && applied.flag(0) ? 1 : 0;
    }
}
