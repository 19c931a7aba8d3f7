package dev.yorozu.store.rocks;

import dev.yorozu.store.StoreException;
import org.rocksdb.RocksDBException;

/** Why the store cannot write now. */
record WriteFailure(Exception cause) {
    /** Whether the engine stopped at a damaged file: opening it anew would meet the same. */
    boolean isDamage() {
        return cause instanceof RocksDBException fault && Engine.isDamage(fault);
    }

    /** What to tell who wants to write. */
    StoreException toException() {
        return cause instanceof RocksDBException fault && Engine.isDamage(fault)
                ? Engine.fault(fault)
                : new StoreException.Unavailable(
                        "The store cannot write to its disk, and tries again every second", cause);
    }
}
