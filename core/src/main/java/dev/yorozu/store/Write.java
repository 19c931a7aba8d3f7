package dev.yorozu.store;

import java.time.Duration;
import java.util.List;

/**
 * One change of one key. Each says which {@link Result} it gives.
 *
 * <p>A write on a key of another type is a fault ({@link StoreException.WrongType}) that leaves the whole batch
 * undone; {@link Put}, {@link Delete}, {@link Expire} and {@link Prolong} work on any type. A set, sorted set, list or hash that loses its
 * last element is gone, and its life with it.
 */
public sealed interface Write {
    Key key();

    /** What a write is about; within one batch all writes to a key share one, those of no family apart. */
    Family family();

    /** How much of a batch's allowance this write uses: one, or one for each element it carries. */
    default int operations() {
        return 1;
    }

    /** Kinds of writes that may follow each other on one key within a batch. */
    enum Family {
        ANY,
        VALUE,
        COUNTER,
        THROTTLE,
        SET,
        RANK,
        LIST,
        HASH
    }

    /** A write that works on any type. */
    sealed interface OnAny extends Write {
        @Override
        default Family family() {
            return Family.ANY;
        }
    }

    sealed interface OnValue extends Write {
        @Override
        default Family family() {
            return Family.VALUE;
        }
    }

    sealed interface OnSet extends Write {
        @Override
        default Family family() {
            return Family.SET;
        }
    }

    sealed interface OnRank extends Write {
        @Override
        default Family family() {
            return Family.RANK;
        }
    }

    sealed interface OnList extends Write {
        @Override
        default Family family() {
            return Family.LIST;
        }
    }

    sealed interface OnHash extends Write {
        @Override
        default Family family() {
            return Family.HASH;
        }
    }

    /** Sets a string, whatever was there. Gives {@link Result.Done}. */
    record Put(Key key, Bytes value, Expiry expiry) implements OnValue {}

    /** Gives {@link Result.Flag}: whether the key was there. */
    record Delete(Key key) implements OnAny {}

    /** Gets a string and deletes it. Gives {@link Result.Value}. */
    record Take(Key key) implements OnValue {}

    /**
     * Sets fields of the JSON object at the key, in their places where they are there and at the end where they are not.
     * Everything else, the end of the key's life included, stays as it is, so that those who keep different fields up to
     * date never undo each other's work. Gives {@link Result.Flag}: whether the key was there; an absent one stays absent.
     * A value that is no object is a fault ({@link StoreException.NotAnObject}). The only write of its batch to its key;
     * its changes are of different fields, and none lies within another.
     *
     * <p>The object is changed as text, see {@link dev.yorozu.store.backend.JsonText}.
     */
    record Amend(Key key, List<Change> changes) implements OnValue {
        public Amend {
            changes = List.copyOf(changes);
            if (changes.isEmpty()) {
                throw new IllegalArgumentException("A write needs at least one change");
            }
            requireApart(changes);
        }

        /** Where no change lies within another, it does not matter which is made first. */
        private static void requireApart(List<Change> changes) {
            for (int i = 0; i < changes.size(); i++) {
                for (Change other : changes.subList(i + 1, changes.size())) {
                    if (changes.get(i).overlaps(other)) {
                        throw new IllegalArgumentException("A write changes a field once, and none within it");
                    }
                }
            }
        }

        /** Another value for the field at the end of a path of names, of which the earlier ones name objects. */
        public record Change(List<String> path, Source source) {
            public Change {
                path = List.copyOf(path);
                boolean plain = !path.isEmpty() && path.size() <= 4;
                for (String name : path) {
                    plain &= isPlain(name);
                }
                if (!plain) {
                    throw new IllegalArgumentException("A path has one to four names of letters, digits and _");
                }
            }

            /** Whether a name is written in JSON as it is. */
            private static boolean isPlain(String name) {
                for (int i = 0; i < name.length(); i++) {
                    char c = name.charAt(i);
                    boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
                    if (!letter && !(c >= '0' && c <= '9') && c != '_') {
                        return false;
                    }
                }
                return !name.isEmpty();
            }

            private boolean overlaps(Change other) {
                int shared = Math.min(path.size(), other.path.size());
                return path.subList(0, shared).equals(other.path.subList(0, shared));
            }
        }

        /** Where the value of a field comes from. */
        public sealed interface Source {}

        /** A value in JSON, without spaces around it. */
        public record Literal(Bytes json) implements Source {}

        /**
         * What the key of an earlier write of the batch holds when this write comes: the count of a counter, the number
         * of elements of a set, sorted set, list or hash; zero when there is nothing.
         */
        public record Tally(Key key) implements Source {}

        @Override
        public int operations() {
            return changes.size();
        }
    }

    /**
     * Adds to a 64-bit counter, which starts at zero. The expiry counts only when this creates the key; later adds
     * leave the end as it is. Gives {@link Result.Number}: the new count. A value that is no number, or an overflow, is a
     * fault ({@link StoreException.NotANumber}).
     *
     * @param mends whether a counter that is there and has no end gets this one too, which must be a life then: another
     *     program may have made it, and died before it gave it one
     */
    record Add(Key key, long delta, Expiry onCreate, boolean mends) implements Write {
        public Add(Key key, long delta, Expiry onCreate) {
            this(key, delta, onCreate, false);
        }

        public Add {
            if (delta == Long.MIN_VALUE) {
                throw new IllegalArgumentException("The smallest 64-bit number cannot be added");
            }
            if (onCreate instanceof Expiry.Keep) {
                throw new IllegalArgumentException("A new counter has no end to keep");
            }
            if (mends && !(onCreate instanceof Expiry.After)) {
                throw new IllegalArgumentException("Only a life mends a counter without an end");
            }
        }

        @Override
        public Family family() {
            return Family.COUNTER;
        }
    }

    /** Gives an existing key another end. Gives {@link Result.Flag}: whether the key was there. */
    record Expire(Key key, Expiry expiry) implements OnAny {
        public Expire {
            if (expiry instanceof Expiry.Keep) {
                throw new IllegalArgumentException("Keeping the end is not a change");
            }
        }
    }

    /**
     * Lets an existing key live at least so long from now on: one that has no end, or an earlier one, gets this. Gives
     * {@link Result.Flag}: whether the key was there.
     */
    record Prolong(Key key, Duration life) implements OnAny {
        public Prolong {
            if (life.compareTo(Expiry.SHORTEST) < 0 || life.compareTo(Expiry.LONGEST) > 0) {
                throw new IllegalArgumentException("A life must last from one millisecond to a thousand years");
            }
        }
    }

    /** Gives {@link Result.Number}: how many were new. */
    record SetAdd(Key key, List<Bytes> members) implements OnSet {
        public SetAdd {
            members = elements(members);
        }

        @Override
        public int operations() {
            return members.size();
        }
    }

    /**
     * Gives {@link Result.Number}: how many were there.
     *
     * @param ended whether what the members stand for had ended by itself, so that nobody need be told that they go; a store
     *     does the same either way
     */
    record SetRemove(Key key, List<Bytes> members, boolean ended) implements OnSet {
        public SetRemove(Key key, List<Bytes> members) {
            this(key, members, false);
        }

        public SetRemove {
            members = elements(members);
        }

        @Override
        public int operations() {
            return members.size();
        }
    }

    /** Whether a new score replaces the one a member has. A new member is always added. */
    enum Replace {
        ALWAYS,
        IF_GREATER,
        IF_LESS
    }

    /** Gives {@link Result.Flag}: whether the member was added or its score changed. */
    record RankAdd(Key key, Bytes member, double score, Replace replace) implements OnRank {
        public RankAdd {
            if (Double.isNaN(score)) {
                throw new IllegalArgumentException("A score must be a number");
            }
            score = score + 0.0; // Minus zero becomes zero: the two are one score.
        }
    }

    /** Gives {@link Result.Number}: how many were there. */
    record RankRemove(Key key, List<Bytes> members) implements OnRank {
        public RankRemove {
            members = elements(members);
        }

        @Override
        public int operations() {
            return members.size();
        }
    }

    /** Keeps the first so many in the given order, and removes the rest. Gives {@link Result.Elements}: what went. */
    record RankTrim(Key key, Order order, long keep) implements OnRank {
        public RankTrim {
            notNegative(keep);
        }
    }

    /** Removes all with a score from the least to the greatest, both included. Gives {@link Result.Number}. */
    record RankDrop(Key key, double least, double greatest) implements OnRank {
        public RankDrop {
            if (Double.isNaN(least) || Double.isNaN(greatest)) {
                throw new IllegalArgumentException("A score must be a number");
            }
        }
    }

    /** The two ends of a list. Index 0 is at the head. */
    enum End {
        HEAD,
        TAIL
    }

    /** Pushes one after the other at this end. Gives {@link Result.Number}: the new length. */
    record ListPush(Key key, End end, List<Bytes> values) implements OnList {
        public ListPush {
            values = elements(values);
        }

        @Override
        public int operations() {
            return values.size();
        }
    }

    /** Keeps so many at this end, and removes the rest. Gives {@link Result.Elements}: what went, from the head on. */
    record ListTrim(Key key, End end, long keep) implements OnList {
        public ListTrim {
            notNegative(keep);
        }
    }

    /** Replaces the element at this index, from the tail when negative. Gives {@link Result.Flag}: whether there was one. */
    record ListSet(Key key, long index, Bytes value) implements OnList {}

    /** Removes the first element, from the head on, that equals the value. Gives {@link Result.Flag}: whether one did. */
    record ListRemove(Key key, Bytes value) implements OnList {}

    /**
     * Replaces the first element, from the head on, that equals the value; it stays in its place. Gives {@link
     * Result.Flag}: whether one did.
     */
    record ListReplace(Key key, Bytes value, Bytes replacement) implements OnList {}

    /** Gives {@link Result.Flag}: whether the field is new. */
    record HashPut(Key key, Bytes field, Bytes value) implements OnHash {}

    /** Gives {@link Result.Number}: how many were there. */
    record HashRemove(Key key, List<Bytes> fields) implements OnHash {
        public HashRemove {
            fields = elements(fields);
        }

        @Override
        public int operations() {
            return fields.size();
        }
    }

    /**
     * Removes the fields that are named like the members which a {@link RankTrim} of this batch took out of that sorted set:
     * so what is kept beside a ranking goes with it, whoever that is by then. Gives {@link Result.Number}: how many were
     * there.
     */
    record HashTrim(Key key, Key ranking) implements OnHash {}

    /**
     * Asks for so many of {@code limit} per {@code period}, spread evenly, with the whole limit as the greatest burst
     * (the generic cell rate algorithm, see {@link dev.yorozu.store.backend.Throttling}). Gives {@link Result.Decision}; a
     * refusal changes nothing and does not reject the batch.
     */
    record Throttle(Key key, long limit, Duration period, long cost) implements Write {
        public Throttle {
            if (limit < 1 || limit > 1_000_000 || cost < 1 || cost > limit) {
                throw new IllegalArgumentException("A throttle needs 1 <= cost <= limit <= 1,000,000");
            }
            if (period.compareTo(Duration.ofMillis(1)) < 0 || period.compareTo(Duration.ofDays(366)) > 0) {
                throw new IllegalArgumentException("A throttle's period must lie between a millisecond and a year");
            }
        }

        @Override
        public Family family() {
            return Family.THROTTLE;
        }
    }

    private static List<Bytes> elements(List<Bytes> elements) {
        if (elements.isEmpty()) {
            throw new IllegalArgumentException("A write needs at least one element");
        }
        return List.copyOf(elements);
    }

    private static void notNegative(long keep) {
        if (keep < 0) {
            throw new IllegalArgumentException("Cannot keep fewer than none");
        }
    }
}
