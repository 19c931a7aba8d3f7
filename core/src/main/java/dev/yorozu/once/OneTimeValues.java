package dev.yorozu.once;

import dev.yorozu.keyspace.AppKeys;
import dev.yorozu.keyspace.KeyPattern;
import dev.yorozu.secret.Digests;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.secret.Storage;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Commit;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Key;
import dev.yorozu.store.RoundTrip;
import dev.yorozu.store.Store;
import java.time.Duration;

/**
 * What an app keeps for one use: values that a code takes, with a number of tries, and claims that only the first can make.
 *
 * <p>A value lies at three keys of one partition: the digest of its code, what it stands for, and the tries that are left. To
 * take it is one trip with two batches. The first spends a try. The second takes the value where the code is right and the
 * tries, after all that were spent until then, are not below zero. So of any number who try at once, on any number of servers,
 * exactly one is given the value, and never one whose try came after the last; of two that spend the last tries at the same
 * moment, the one that is right may be refused. <i>A crash between the two</i> costs a try.
 *
 * <p>What a code stands for is encrypted under the code where storage is hardened; a short code that can be guessed protects it
 * no better than that. Safe for use by many threads.
 */
public final class OneTimeValues {
    /** The most tries of one value. */
    public static final int MOST_TRIES = 100;

    private static final String FIELD = "value";
    private static final int VALUE = 1;

    private final Store store;
    private final Storage storage;
    private final RandomTokens random;
    private final KeyPattern codes;
    private final KeyPattern values;
    private final KeyPattern tries;
    private final KeyPattern seen;

    public OneTimeValues(Store store, String app, Storage storage, RandomTokens random) {
        this.store = store;
        this.storage = storage;
        this.random = random;
        this.codes = AppKeys.CODE.within(app);
        this.values = AppKeys.CODE_VALUE.within(app);
        this.tries = AppKeys.CODE_TRIES.within(app);
        this.seen = AppKeys.SEEN.within(app);
    }

    /**
     * A value that is to be kept.
     *
     * @param kind tells the values of one app apart, such as {@code confirm-email}
     * @param id whose it is, or what it is about; any text
     * @param tries how often a code may be presented, the right one included
     */
    public record Put(String kind, String id, String code, String value, Duration life, int tries) {
        public Put {
            if (tries < 1 || tries > MOST_TRIES) {
                throw new IllegalArgumentException("A value has 1 to %d tries".formatted(MOST_TRIES));
            }
        }

        /** Shows neither the code nor the value. */
        @Override
        public String toString() {
            return "Put[" + kind + "]";
        }
    }

    /** What comes of presenting a code. */
    public sealed interface Take {
        /** It was right, and nobody gets the value again. */
        record Taken(String value) implements Take {
            @Override
            public String toString() {
                return "Taken[]";
            }
        }

        /** It was wrong, and so many tries are left. */
        record Wrong(long remaining) implements Take {}

        /** There is no such value: it was never put, was taken, has ended, or all its tries are spent. */
        record Gone() implements Take {}
    }

    /**
     * Keeps a value until it is taken.
     *
     * @param replacing whether one of the same kind and id makes way; else it stays, and this gives false
     */
    public boolean put(Put wanted, boolean replacing) {
        Key code = codes.key(wanted.kind(), wanted.id());
        Expiry end = Expiry.after(wanted.life());
        Batch.Builder batch = Batch.builder();
        if (!replacing) {
            batch.require(Guard.absent(code));
        }
        return store.apply(batch.put(code, digest(wanted.code()), end)
                .put(
                        values.key(wanted.kind(), wanted.id()),
                        storage.seal(wanted.code(), FIELD, wanted.value(), random),
                        end)
                .put(tries.key(wanted.kind(), wanted.id()), Integer.toString(wanted.tries()), end));
    }

    /** Presents a code, which costs a try; asks the store once. */
    public Take take(String kind, String id, String code) {
        Key digest = codes.key(kind, id);
        Key value = values.key(kind, id);
        Key left = tries.key(kind, id);
        RoundTrip trip = new RoundTrip(store);
        RoundTrip.Answer<Commit> spent = trip.commit(
                Batch.builder().require(Guard.present(left)).add(left, -1).build());
        RoundTrip.Answer<Commit> taken = trip.commit(Batch.builder()
                .require(Guard.atLeast(left, 0))
                .require(Guard.equalTo(digest, digest(code)))
                .delete(digest)
                .take(value)
                .delete(left)
                .build());
        trip.send();
        // What was taken is gone for everybody else, also where a cluster whose slots move did it first.
        if (taken.get() instanceof Commit.Applied applied) {
            return applied.value(VALUE)
                    .flatMap(stored -> storage.open(code, FIELD, stored.text()))
                    .<Take>map(Take.Taken::new)
                    .orElseGet(Take.Gone::new);
        }
        if (!(spent.get() instanceof Commit.Applied trying)) {
            return new Take.Gone();
        }
        long remaining = trying.number(0);
        return remaining > 0 ? new Take.Wrong(remaining) : exhausted(digest, value, left, remaining);
    }

    /** What nobody can take any more is deleted, by those who find it so; the last wrong try is told so. */
    private Take exhausted(Key digest, Key value, Key left, long remaining) {
        RoundTrip.attempt(
                store,
                Batch.builder()
                        .require(Guard.equalTo(left, Long.toString(remaining)))
                        .delete(digest)
                        .delete(value)
                        .delete(left)
                        .build());
        return remaining == 0 ? new Take.Wrong(0) : new Take.Gone();
    }

    /** Deletes a value before it is taken; true when there was one. */
    public boolean forget(String kind, String id) {
        Commit commit = store.commit(Batch.builder()
                .delete(codes.key(kind, id))
                .delete(values.key(kind, id))
                .delete(tries.key(kind, id))
                .build());
        return commit instanceof Commit.Applied applied && applied.flag(0);
    }

    /** Claims something for a while; of all who do, the first gets true. */
    public boolean claim(String kind, String id, Duration life) {
        Key key = seen.key(kind, id);
        return store.apply(Batch.builder().require(Guard.absent(key)).put(key, "1", Expiry.after(life)));
    }

    private static Bytes digest(String code) {
        return Bytes.of(Digests.base64url(code));
    }

    /** A code of 128 random bits, for those who have none of their own. */
    public String nextCode() {
        return random.base64url(16);
    }
}
