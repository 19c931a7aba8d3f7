package dev.yorozu.store;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes that happen together, and only if every guard holds.
 *
 * <p>Guards are checked in their order against the state before the batch; writes see the writes before them. All keys
 * share one partition, and the writes to one key share one {@link Write.Family}: both are checked here, so that a batch
 * that one store would refuse cannot be made for any.
 */
public record Batch(List<Guard> guards, List<Write> writes, Durability durability) {
    /** So few writes are sooner compared with each other than entered into a table. */
    private static final int FEW = 16;

    public Batch {
        guards = List.copyOf(guards);
        writes = List.copyOf(writes);
        if (guards.isEmpty() && writes.isEmpty()) {
            throw new IllegalArgumentException("A batch needs at least one guard or write");
        }
        requireOnePartition(guards, writes);
        requireOneFamilyPerKey(writes);
        requireSoundAmendments(writes);
        requireTrims(writes);
    }

    /** The partition that all keys of this batch share, named by the first of them. */
    public Key first() {
        return guards.isEmpty() ? writes.getFirst().key() : guards.getFirst().key();
    }

    /** How many guards, writes and elements this batch carries; the store's limits bound it. */
    public int operations() {
        int operations = guards.size();
        for (Write write : writes) {
            operations += write.operations();
        }
        return operations;
    }

    public static Builder builder() {
        return new Builder();
    }

    private static void requireOnePartition(List<Guard> guards, List<Write> writes) {
        Key first =
                guards.isEmpty() ? writes.getFirst().key() : guards.getFirst().key();
        for (Guard guard : guards) {
            requireSamePartition(first, guard.key());
        }
        for (Write write : writes) {
            requireSamePartition(first, write.key());
        }
    }

    private static void requireSamePartition(Key first, Key other) {
        if (!first.samePartition(other)) {
            throw new IllegalArgumentException(
                    "A batch must stay within one partition: " + first + " and " + other + " are in two");
        }
    }

    private static void requireOneFamilyPerKey(List<Write> writes) {
        if (writes.size() > FEW) {
            requireOneFamilyPerKeyOfMany(writes);
            return;
        }
        for (int i = 1; i < writes.size(); i++) {
            for (int earlier = 0; earlier < i; earlier++) {
                requireOneFamily(writes.get(earlier), writes.get(i));
            }
        }
    }

    private static void requireOneFamilyPerKeyOfMany(List<Write> writes) {
        Map<String, Write> first = HashMap.newHashMap(writes.size());
        for (Write write : writes) {
            Write earlier = write.family() == Write.Family.ANY
                    ? null
                    : first.putIfAbsent(write.key().name(), write);
            if (earlier != null) {
                requireOneFamily(earlier, write);
            }
        }
    }

    private static void requireOneFamily(Write earlier, Write write) {
        boolean differ = earlier.family() != write.family()
                && earlier.family() != Write.Family.ANY
                && write.family() != Write.Family.ANY;
        if (differ && earlier.key().name().equals(write.key().name())) {
            throw new IllegalArgumentException("A batch writes " + write.key() + " both as " + earlier.family()
                    + " and as " + write.family() + ": use two batches");
        }
    }

    /** An object is amended once in a batch, and with what earlier writes of the batch can tell. */
    private static void requireSoundAmendments(List<Write> writes) {
        for (int i = 0; i < writes.size(); i++) {
            if (writes.get(i) instanceof Write.Amend amend) {
                for (int other = 0; other < writes.size(); other++) {
                    if (other != i
                            && writes.get(other).key().name().equals(amend.key().name())) {
                        throw new IllegalArgumentException(
                                "A batch that amends " + amend.key() + " cannot write it again");
                    }
                }
                for (Write.Amend.Change change : amend.changes()) {
                    if (change.source() instanceof Write.Amend.Tally tally && telling(writes, i, tally.key()) < 0) {
                        throw new IllegalArgumentException("No earlier write of the batch counts in " + tally.key());
                    }
                }
            }
        }
    }

    private static void requireTrims(List<Write> writes) {
        for (int i = 0; i < writes.size(); i++) {
            if (writes.get(i) instanceof Write.HashTrim hash && trimming(writes.subList(0, i), hash) < 0) {
                throw new IllegalArgumentException("No earlier write of the batch trims " + hash.ranking());
            }
        }
    }

    private static int trimming(List<Write> writes, Write.HashTrim hash) {
        for (int i = writes.size() - 1; i >= 0; i--) {
            if (writes.get(i) instanceof Write.RankTrim trim && trim.key().equals(hash.ranking())) {
                return i;
            }
        }
        return -1;
    }

    /** The place of the write that says which fields a hash loses. */
    public int trimming(Write.HashTrim hash) {
        return trimming(writes.subList(0, writes.indexOf(hash)), hash);
    }

    /** The first write before {@code end} that makes its key something countable; negative when there is none. */
    private static int telling(List<Write> writes, int end, Key key) {
        for (int i = 0; i < end; i++) {
            if (writes.get(i).key().equals(key)) {
                switch (writes.get(i).family()) {
                    case COUNTER, SET, RANK, LIST, HASH -> {
                        return i;
                    }
                    case ANY, VALUE, THROTTLE -> {}
                }
            }
        }
        return -1;
    }

    /** The first write of this batch that makes a tally's key something countable. */
    public Write telling(Write.Amend.Tally tally) {
        return writes.get(telling(writes, writes.size(), tally.key()));
    }

    /** Collects guards and writes in the order in which they are to be checked and applied. */
    public static final class Builder {
        private final List<Guard> guards = new ArrayList<>();
        private final List<Write> writes = new ArrayList<>(8);
        private Durability durability = Durability.DURABLE;

        private Builder() {}

        public Builder require(Guard guard) {
            guards.add(guard);
            return this;
        }

        public Builder write(Write write) {
            writes.add(write);
            return this;
        }

        public Builder put(Key key, Bytes value, Expiry expiry) {
            return write(new Write.Put(key, value, expiry));
        }

        public Builder put(Key key, String value, Expiry expiry) {
            return put(key, Bytes.of(value), expiry);
        }

        public Builder delete(Key key) {
            return write(new Write.Delete(key));
        }

        public Builder take(Key key) {
            return write(new Write.Take(key));
        }

        /** Adds to a counter that never ends by itself. */
        public Builder add(Key key, long delta) {
            return add(key, delta, Expiry.never());
        }

        public Builder add(Key key, long delta, Expiry onCreate) {
            return write(new Write.Add(key, delta, onCreate));
        }

        public Builder amend(Key key, Write.Amend.Change... changes) {
            return write(new Write.Amend(key, List.of(changes)));
        }

        public Builder expire(Key key, Expiry expiry) {
            return write(new Write.Expire(key, expiry));
        }

        public Builder prolong(Key key, Duration life) {
            return write(new Write.Prolong(key, life));
        }

        public Builder setAdd(Key key, Bytes... members) {
            return write(new Write.SetAdd(key, List.of(members)));
        }

        public Builder setRemove(Key key, Bytes... members) {
            return write(new Write.SetRemove(key, List.of(members)));
        }

        public Builder rankAdd(Key key, Bytes member, double score) {
            return rankAdd(key, member, score, Write.Replace.ALWAYS);
        }

        public Builder rankAdd(Key key, Bytes member, double score, Write.Replace replace) {
            return write(new Write.RankAdd(key, member, score, replace));
        }

        public Builder rankRemove(Key key, Bytes... members) {
            return write(new Write.RankRemove(key, List.of(members)));
        }

        public Builder rankTrim(Key key, Order order, long keep) {
            return write(new Write.RankTrim(key, order, keep));
        }

        /** Removes the fields of those that a trim of this sorted set before it removes. */
        public Builder hashTrim(Key key, Key ranking) {
            return write(new Write.HashTrim(key, ranking));
        }

        public Builder rankDrop(Key key, double least, double greatest) {
            return write(new Write.RankDrop(key, least, greatest));
        }

        public Builder listPush(Key key, Write.End end, Bytes... values) {
            return write(new Write.ListPush(key, end, List.of(values)));
        }

        public Builder listTrim(Key key, Write.End end, long keep) {
            return write(new Write.ListTrim(key, end, keep));
        }

        public Builder listSet(Key key, long index, Bytes value) {
            return write(new Write.ListSet(key, index, value));
        }

        public Builder listRemove(Key key, Bytes value) {
            return write(new Write.ListRemove(key, value));
        }

        public Builder listReplace(Key key, Bytes value, Bytes replacement) {
            return write(new Write.ListReplace(key, value, replacement));
        }

        public Builder hashPut(Key key, Bytes field, Bytes value) {
            return write(new Write.HashPut(key, field, value));
        }

        public Builder hashRemove(Key key, Bytes... fields) {
            return write(new Write.HashRemove(key, List.of(fields)));
        }

        public Builder throttle(Key key, long limit, Duration period) {
            return write(new Write.Throttle(key, limit, period, 1));
        }

        /** Lets the acknowledgement come before the disk; see {@link Durability#RELAXED}. */
        public Builder relaxed() {
            return durability(Durability.RELAXED);
        }

        /** Sets what an acknowledgement means; {@link Durability#DURABLE} where nothing is said. */
        public Builder durability(Durability reached) {
            durability = reached;
            return this;
        }

        public Batch build() {
            return new Batch(guards, writes, durability);
        }
    }
}
