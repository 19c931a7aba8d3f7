package dev.yorozu.store.redis;

import org.jspecify.annotations.Nullable;

/** A command on its way. */
interface Pending {
    /**
     * Waits for the reply: a {@link Long}, {@link dev.yorozu.store.Bytes}, a {@link java.util.List} of replies, or null.
     *
     * @param deadline when to stop waiting, by {@link System#nanoTime}
     */
    @Nullable
    Object reply(long deadline) throws Failure;
}
