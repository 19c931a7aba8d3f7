package dev.yorozu.feed;

import dev.yorozu.keyspace.KeyPattern;
import dev.yorozu.keyspace.Keyspace;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Durability;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import dev.yorozu.store.Write;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Which keys tell something, and which changes of them do. Asked for every write, so that most are told apart by few looks. */
record FedKeys(InstantSource clock) {
    private static final List<KeyPattern> ALL = Keyspace.schema().patterns().stream()
            .filter(pattern -> pattern.tells().isPresent())
            .toList();

    /** The key of this name, where it tells something. */
    Optional<FedKey> find(Key key) {
        for (KeyPattern pattern : ALL) {
            if (pattern.describes(key.name())) {
                return FedKey.of(pattern, key);
            }
        }
        return Optional.empty();
    }

    /** The keys of a batch by whose change something may be revoked, each once. */
    List<FedKey> changed(Batch batch) {
        List<FedKey> changed = List.of();
        for (Write write : batch.writes()) {
            if (mayEnd(write, batch.durability())) {
                Optional<FedKey> key = find(write.key()).filter(each -> ends(write, each));
                if (key.isPresent() && !changed.contains(key.get())) {
                    changed = changed.isEmpty() ? new ArrayList<>() : changed;
                    changed.add(key.get());
                }
            }
        }
        return changed;
    }

    /**
     * Whether a write is of a kind that revokes. A string that need not reach the disk is a copy of what was decided elsewhere:
     * what revokes is durable.
     */
    private boolean mayEnd(Write write, Durability durability) {
        return switch (write) {
            case Write.Put put -> durability == Durability.DURABLE || isPast(put.expiry());
            case Write.Delete delete -> true;
            case Write.Take take -> true;
            case Write.SetRemove remove -> !remove.ended();
            case Write.Expire expire -> isPast(expire.expiry());
            case Write.Add add -> false;
            case Write.Amend amend -> false;
            case Write.Prolong prolong -> false;
            case Write.Throttle throttle -> false;
            case Write.SetAdd add -> false;
            case Write.OnRank rank -> false;
            case Write.OnList list -> false;
            case Write.OnHash hash -> false;
        };
    }

    private boolean isPast(Expiry expiry) {
        return expiry instanceof Expiry.At at && !at.instant().isAfter(clock.instant());
    }

    private boolean ends(Write write, FedKey key) {
        return switch (key.tells()) {
            case REVOKED_TOKEN, USER_BEFORE -> write instanceof Write.Put;
            case SESSION -> !(write instanceof Write.Put put) || isPast(put.expiry());
            case LISTED_TOKENS -> true;
        };
    }

    /** Whether a batch removes the whole of a set of tokens, so that what it held must be known before. */
    static boolean removesAll(Batch batch, FedKey key) {
        return key.tells() == KeyPattern.Tells.LISTED_TOKENS
                && batch.writes().stream()
                        .anyMatch(write -> write.key().equals(key.key()) && !(write instanceof Write.SetRemove));
    }
}
