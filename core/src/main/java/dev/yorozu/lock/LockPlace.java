package dev.yorozu.lock;

import dev.yorozu.keyspace.ServerKeys;
import dev.yorozu.store.Key;
import java.util.Optional;

/**
 * Where a lock lies.
 *
 * @param lock the key that is there while the lock is held
 * @param fence the key that counts its owners, in the same partition; without one, what the lock guards has a version of
 *     its own by which late writes are refused
 */
public record LockPlace(Key lock, Optional<Key> fence) {
    public LockPlace {
        if (fence.isPresent() && !lock.samePartition(fence.get())) {
            throw new IllegalArgumentException("A lock and its fence must share a partition");
        }
    }

    /** A lock on a documented key, which guards a record with versions. */
    public static LockPlace at(Key lock) {
        return new LockPlace(lock, Optional.empty());
    }

    /** A lock of this name, with a fence. The count stays for ever, so names must come from a bounded set. */
    public static LockPlace named(String name) {
        return new LockPlace(ServerKeys.LOCK.key(name), Optional.of(ServerKeys.FENCE.key(name)));
    }
}
