package dev.yorozu.server.admin.keys;

import dev.yorozu.store.Bytes;
import java.time.Duration;
import java.util.Optional;

/** A change of one key that an operator wants. */
public sealed interface KeyEdit {
    String name();

    /** Whether the operator insists, although the keyspace advises against it. */
    boolean force();

    /**
     * Sets a string.
     *
     * @param life empty to keep the life that the key has, or to give a new one what its pattern declares
     */
    record Set(String name, Bytes value, Optional<Duration> life, boolean force) implements KeyEdit {}

    /** Lets a key of any type end so long from now. */
    record Expire(String name, Duration life, boolean force) implements KeyEdit {}

    /** Takes the end from a key of any type. */
    record Persist(String name, boolean force) implements KeyEdit {}
}
