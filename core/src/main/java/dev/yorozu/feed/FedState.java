package dev.yorozu.feed;

import dev.yorozu.keyspace.KeyPattern;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Commit;
import dev.yorozu.store.Key;
import dev.yorozu.store.Read;
import dev.yorozu.store.Result;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.Write;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The state that a program sees, which remembers which keys were changed by which revocations are known. When the program is done,
 * what is true of them is written down in the same step: there is nothing in between that a crash could meet.
 */
final class FedState implements Store.State {
    private final Store.State state;
    private final FedKeys fed;
    private final Map<Key, Intent> changed = new LinkedHashMap<>();

    FedState(Store.State state, FedKeys fed) {
        this.state = state;
        this.fed = fed;
    }

    /** Writes down what has become of the keys; gives the realms in which there was something. */
    Set<String> tell(FeedLog log) {
        Map<String, List<Event>> events = new LinkedHashMap<>();
        for (Intent intent : changed.values()) {
            told(intent)
                    .forEach(event -> events.computeIfAbsent(intent.key().realm(), realm -> new ArrayList<>())
                            .add(event));
        }
        events.forEach((realm, some) -> log.append(FeedLog.Access.to(state), realm, some, List.of()));
        return events.keySet();
    }

    private List<Event> told(Intent intent) {
        try {
            return intent.events(state.read(intent.key().question()), state.now())
                    .toList();
        } catch (StoreException.WrongType another) {
            return List.of();
        }
    }

    /**
     * A key is about to be changed: what a set of tokens holds is to be known before. A session that is not there ended before,
     * or never was: to end it once more is no news.
     */
    private void note(FedKey key) {
        if (!changed.containsKey(key.key()) && (!key.isSession() || isThere(key))) {
            changed.put(key.key(), new Intent(key, listed(key)));
        }
    }

    private boolean isThere(FedKey key) {
        return state.read(new Read.Type(key.key())).isPresent();
    }

    private Set<Bytes> listed(FedKey key) {
        try {
            return key.tells() == KeyPattern.Tells.LISTED_TOKENS ? state.read(new Read.Members(key.key())) : Set.of();
        } catch (StoreException.WrongType another) {
            return Set.of();
        }
    }

    @Override
    public Result apply(Write write) {
        fed.find(write.key()).ifPresent(this::note);
        return state.apply(write);
    }

    @Override
    public Commit commit(Batch batch) {
        fed.changed(batch).forEach(this::note);
        return state.commit(batch);
    }

    @Override
    public void move(Key from, Key to) {
        fed.find(from).ifPresent(this::note);
        fed.find(to).ifPresent(this::note);
        state.move(from, to);
    }

    @Override
    public Instant now() {
        return state.now();
    }

    @Override
    public <R> R read(Read<R> question) {
        return state.read(question);
    }

    @Override
    public long below(Key key, double score, boolean orEqual) {
        return state.below(key, score, orEqual);
    }

    @Override
    public long revision(Key key) {
        return state.revision(key);
    }
}
