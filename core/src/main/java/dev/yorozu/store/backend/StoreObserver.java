package dev.yorozu.store.backend;

/** Is told what a store does on its own account, for metrics. Calls must be quick and must not throw. */
public interface StoreObserver {
    /** So many batches were made durable together. */
    default void groupCommitted(int batches) {}

    /** So many ended keys were removed. */
    default void expired(int keys) {}

    StoreObserver NONE = new StoreObserver() {};
}
