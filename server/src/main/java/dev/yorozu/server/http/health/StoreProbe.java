package dev.yorozu.server.http.health;

import dev.yorozu.keyspace.ServerKeys;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.IntStream;

/**
 * Finds out whether a store takes writes, by writing: a Redis at its memory limit, without its replicas, or a replica itself
 * answers every question and refuses every change. What is written has a short life and is not waited for on disk.
 */
public final class StoreProbe implements Health.Probe {
    private static final Logger LOGGER = Logger.getLogger(StoreProbe.class.getName());
    /** So many names fall to every master of a usual cluster. */
    private static final int PLACES = 16;

    private final Store store;
    private final List<Key> keys;

    /** @param url the store's, which tells whether it is a cluster */
    public StoreProbe(Store store, String url) {
        this.store = store;
        int places = url.startsWith("redis-cluster:") ? PLACES : 1;
        this.keys = IntStream.range(0, places)
                .mapToObj(number -> ServerKeys.HEALTH_PROBE.key(Integer.toString(number)))
                .toList();
    }

    @Override
    public Health.State look() {
        try {
            for (Key key : keys) {
                store.commit(Batch.builder()
                        .put(key, Bytes.of("probe"), Expiry.after(ServerKeys.PROBE_LIFE))
                        .relaxed()
                        .build());
            }
            return Health.State.OK;
        } catch (StoreException.Damaged e) {
            warn(e);
            return Health.State.DAMAGED;
        } catch (StoreException e) {
            // Throws when it is not only the write that fails.
            store.ping();
            warn(e);
            return Health.State.REFUSING;
        }
    }

    private static void warn(StoreException fault) {
        LOGGER.log(Level.WARNING, () -> "The store takes no writes: " + fault.getMessage());
    }
}
