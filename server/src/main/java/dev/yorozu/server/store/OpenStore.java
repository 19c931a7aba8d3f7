package dev.yorozu.server.store;

import dev.yorozu.store.Store;

/**
 * A store that was opened by its URL.
 *
 * @param served what a backup reads while others use the store
 */
public record OpenStore(StoreUrl url, Store store, Snapshots served) implements AutoCloseable {
    /** What a backup reads while nobody else in this process uses the store; an embedded one is used by nobody at all. */
    public Snapshots alone() {
        return Snapshots.live(store, url instanceof StoreUrl.Rocks);
    }

    @Override
    public void close() {
        store.close();
    }
}
