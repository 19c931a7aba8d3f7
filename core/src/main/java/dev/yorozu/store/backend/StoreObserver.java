package dev.yorozu.store.backend;

/** Is told what a store does on its own account, for metrics. Calls must be quick and must not throw. */
public interface StoreObserver {
    /** So many batches were made durable together. */
    default void groupCommitted(int batches) {}

    /** So many ended keys were removed. */
    default void expired(int keys) {}

    /** A read that may be answered from memory, while Redis tells of changes, was answered so or not. */
    default void trackedRead(boolean fromMemory) {}

    /** Redis told of so many changed keys. */
    default void invalidated(int keys) {}

    /** A connection over which Redis tells of changes was made, or else has ended. */
    default void tracking(boolean on) {}

    /** A batch that Redis has done was not confirmed as it was asked for. */
    default void unconfirmed() {}

    StoreObserver NONE = new StoreObserver() {};
}
