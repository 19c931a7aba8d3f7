package dev.yorozu.feed;

import dev.yorozu.keyspace.KeyPattern;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Key;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The way of clients' commands to a Redis, announced where they may change a key by which revocations are known. What a set of tokens
 * holds is read before, and the commands are done only while it still holds that.
 */
record FedRelay(Store.Relay relay, Store store, FedKeys fed, Announcements announcements) implements Store.Relay {
    /** How often a set of tokens may be changed by others while commands wait to be done. */
    private static final int ROUNDS = 64;

    @Override
    public Optional<Store.RelayOutcome> relay(List<Store.Relayed> calls, Map<Key, Bytes> watched, boolean undoes) {
        Map<Key, FedKey> written = written(calls);
        if (written.isEmpty()) {
            return relay.relay(calls, watched, undoes);
        }
        for (int round = 0; round < ROUNDS; round++) {
            Map<Key, Bytes> digests = new HashMap<>(watched);
            Map<Key, Bytes> own = digests(written);
            own.forEach(digests::putIfAbsent);
            Optional<Store.RelayOutcome> outcome = announced(written, () -> relay.relay(calls, digests, undoes));
            if (outcome.isPresent() || own.equals(digests(written))) {
                return outcome;
            }
        }
        throw new StoreException.Unavailable("The tokens of this user are changed by too many at once");
    }

    private Map<Key, Bytes> digests(Map<Key, FedKey> written) {
        Map<Key, Bytes> digests = new HashMap<>();
        written.values().stream()
                .filter(key -> key.tells() == KeyPattern.Tells.LISTED_TOKENS)
                .forEach(key -> digests.put(key.key(), relay.digest(key.key())));
        return digests;
    }

    private Map<Key, FedKey> written(List<Store.Relayed> calls) {
        Set<FedKey> named = new LinkedHashSet<>();
        for (Store.Relayed call : calls) {
            if (call.writes()) {
                call.keys().values().forEach(key -> fed.find(key).ifPresent(named::add));
            }
        }
        Map<Key, FedKey> written = new LinkedHashMap<>();
        announcements.alive(named).forEach(each -> written.put(each.key(), each));
        return written;
    }

    private <R extends @Nullable Object> R announced(Map<Key, FedKey> written, Supplier<R> work) {
        return announcements
                .announce(written.values().stream()
                        .map(key -> new Intent(key, listed(key)))
                        .toList())
                .whileDoing(work);
    }

    private Set<Bytes> listed(FedKey key) {
        try {
            return key.tells() == KeyPattern.Tells.LISTED_TOKENS ? store.members(key.key()) : Set.of();
        } catch (StoreException.WrongType another) {
            return Set.of();
        }
    }

    @Override
    public boolean reachesTogether(Key one, Key other) {
        return relay.reachesTogether(one, other);
    }

    @Override
    public Bytes digest(Key key) {
        return relay.digest(key);
    }

    @Override
    public @Nullable Object script(Store.Relayed call) {
        Map<Key, FedKey> written = written(List.of(call));
        return written.isEmpty() ? relay.script(call) : announced(written, () -> relay.script(call));
    }
}
