package dev.yorozu.limit.attempt;

import dev.yorozu.limit.Window;
import dev.yorozu.limit.WindowLayout;
import dev.yorozu.limit.WindowPolicy;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Commit;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Key;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Failed attempts in fixed windows, at the counters that a document names: other programs may read them, and count there too.
 * What lies at such a key and is no count is deleted: left alone it would refuse or admit its client for as long as it lies
 * there.
 */
final class FixedWindowFailures implements FailureCounter {
    private final Store store;
    private final WindowLayout layout;
    private final WindowPolicy policy;

    FixedWindowFailures(Store store, WindowLayout layout, WindowPolicy policy) {
        this.store = store;
        this.layout = layout;
        this.policy = policy;
    }

    @Override
    public Seen none(String subject, Instant now) {
        return new Seen(0, Guard.absent(key(subject, now)), Duration.ZERO);
    }

    @Override
    public Seen look(String subject, Instant now) {
        Key key = key(subject, now);
        Optional<Bytes> value = value(key);
        if (value.isPresent() && value.get().number().isEmpty()) {
            store.commit(Batch.builder()
                    .require(Guard.equalTo(key, value.get()))
                    .delete(key)
                    .relaxed()
                    .build());
            value = Optional.empty();
        }
        return new Seen(
                value.map(count -> count.number().orElseThrow()).orElse(0L),
                Guard.unchanged(key, value),
                Duration.between(now, Window.of(policy, now).end()));
    }

    private Optional<Bytes> value(Key key) {
        try {
            return store.get(key);
        } catch (StoreException.WrongType collection) {
            store.commit(Batch.builder().delete(key).relaxed().build());
            return Optional.empty();
        }
    }

    @Override
    public long add(Batch.Builder batch, String subject, String mark, Instant now) {
        Key key = key(subject, now);
        Expiry life = layout.life().apply(Window.of(policy, now), now);
        // Set each time: another program may have made the counter, and died before it gave it an end.
        Batch counting = batch.expire(key, life).add(key, 1, life).relaxed().build();
        return ((Commit.Applied) store.commit(counting))
                .number(counting.writes().size() - 1);
    }

    @Override
    public void forgive(Batch.Builder batch, String subject, Instant now) {
        batch.delete(key(subject, now));
    }

    private Key key(String subject, Instant now) {
        return layout.key().apply(Window.of(policy, now), subject);
    }
}
