package dev.yorozu.store.backend;

import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.ValueType;
import dev.yorozu.store.Write;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Finds the faults of a batch's writes before any of them is applied, so that a store need not undo anything.
 *
 * <p>Because the writes to one key share a family, a write can only meet a wrong type if that type was there before the
 * batch, and only until an earlier write of the batch has replaced or deleted the key. The script of the Redis store
 * does the same in the same order.
 */
public final class Preflight {
    /** What the check needs to know of the state before the batch. */
    public interface State {
        /** The type of the value at this key; null when there is none. */
        @Nullable
        ValueType type(Key key);

        /** The string at this key, which is known to be one. */
        Bytes string(Key key);
    }

    private final State state;
    private final Instant now;
    /**
     * For each key written so far: the count it would hold, or empty where it holds something else or nothing. Of the last
     * write nobody asks that.
     */
    private Map<String, Optional<Long>> written = Map.of();

    private boolean last;

    private Preflight(State state, Instant now) {
        this.state = state;
        this.now = now;
    }

    /** Throws the fault, such as {@link StoreException.WrongType}, of the first write that has one. */
    public static void check(List<Write> writes, State state, Instant now) {
        if (writes.size() == 1 && writes.getFirst() instanceof Write.Put) {
            return;
        }
        Preflight preflight = new Preflight(state, now);
        for (int i = 0; i < writes.size(); i++) {
            preflight.last = i == writes.size() - 1;
            preflight.check(writes.get(i));
        }
    }

    private void note(Key key, Optional<Long> count) {
        if (!last) {
            written = written.isEmpty() ? new HashMap<>() : written;
            written.put(key.name(), count);
        }
    }

    private void check(Write write) {
        Key key = write.key();
        switch (write) {
            case Write.Put put -> note(key, Optional.empty());
            case Write.Delete delete -> note(key, Optional.empty());
            case Write.Expire expire -> {
                if (expire.expiry() instanceof Expiry.At at && ended(at, now)) {
                    note(key, Optional.empty());
                }
            }
            case Write.Prolong prolong -> {}
            case Write.Add add -> add(key, add);
            case Write.Throttle throttle -> count(key);
            case Write.Take take -> requireType(key, ValueType.STRING);
            case Write.Amend amend -> amend(key, amend);
            case Write.OnSet set -> requireType(key, ValueType.SET);
            case Write.OnRank rank -> requireType(key, ValueType.RANK);
            case Write.OnList list -> requireType(key, ValueType.LIST);
            case Write.OnHash hash -> requireType(key, ValueType.HASH);
        }
    }

    /** Whether a key with this end is already gone. */
    public static boolean ended(Expiry.At at, Instant now) {
        return at.instant().toEpochMilli() <= now.toEpochMilli();
    }

    private void requireType(Key key, ValueType type) {
        if (!written.containsKey(key.name())) {
            ValueType found = state.type(key);
            if (found != null && found != type) {
                throw new StoreException.WrongType();
            }
        }
    }

    /** A counter that is created with an end in the past is gone again at once: the next add starts from zero. */
    private void add(Key key, Write.Add add) {
        boolean creates = isAbsent(key);
        long sum = sum(key, add.delta());
        boolean gone = creates && add.onCreate() instanceof Expiry.At at && ended(at, now);
        note(key, gone ? Optional.empty() : Optional.of(sum));
    }

    private void amend(Key key, Write.Amend amend) {
        requireType(key, ValueType.STRING);
        if (state.type(key) != null) {
            JsonText.check(state.string(key), amend.changes());
        }
    }

    private boolean isAbsent(Key key) {
        Optional<Long> earlier = written.get(key.name());
        return earlier == null ? state.type(key) == null : earlier.isEmpty();
    }

    private long sum(Key key, long delta) {
        long count = count(key);
        long sum = count + delta;
        if (((count ^ sum) & (delta ^ sum)) < 0) {
            throw new StoreException.NotANumber();
        }
        return sum;
    }

    private long count(Key key) {
        Optional<Long> earlier = written.get(key.name());
        if (earlier != null) {
            return earlier.orElse(0L);
        }
        requireType(key, ValueType.STRING);
        return state.type(key) == null ? 0 : state.string(key).number().orElseThrow(StoreException.NotANumber::new);
    }
}
