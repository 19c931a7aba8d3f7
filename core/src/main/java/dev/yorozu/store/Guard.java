package dev.yorozu.store;

import java.util.Optional;

/**
 * A condition on one key that must hold for a batch to be applied.
 *
 * <p>A guard on a key of another type is a fault ({@link StoreException.WrongType}), except for {@link Absent} and
 * {@link Present}, which ask for no type.
 */
public sealed interface Guard {
    Key key();

    /** A guard that a key's type and string answer. */
    sealed interface OnValue extends Guard {}

    record Absent(Key key) implements OnValue {}

    record Present(Key key) implements OnValue {}

    /** The key holds exactly this string. */
    record EqualTo(Key key, Bytes value) implements OnValue {}

    record Member(Key key, Bytes member) implements Guard {}

    record NotMember(Key key, Bytes member) implements Guard {}

    /** The set, sorted set, list or hash holds fewer elements than this; an absent one holds none. */
    record SizeBelow(Key key, long bound) implements Guard {}

    /** The string is a number, and no less than this; an absent one is zero. */
    record AtLeast(Key key, long bound) implements OnValue {}

    /**
     * The sorted set has no such member, or one whose score comes behind this one in the order: a lower one when falling,
     * a higher one when rising. An equal score is not behind.
     */
    record Behind(Key key, Bytes member, double score, Order order) implements Guard {
        public Behind {
            if (Double.isNaN(score)) {
                throw new IllegalArgumentException("A score must be a number");
            }
        }
    }

    /**
     * With this score, the member would be among the first so many of the sorted set in the order, whether it is there by
     * now or not.
     */
    record Within(Key key, Bytes member, double score, Order order, long places) implements Guard {
        public Within {
            if (Double.isNaN(score)) {
                throw new IllegalArgumentException("A score must be a number");
            }
            if (places < 1) {
                throw new IllegalArgumentException("There must be at least one place");
            }
        }
    }

    /**
     * The list or sorted set has exactly this element at this place, counted from 0: from the head, or from the lowest score;
     * from the other end when negative. So what is to go can be named together with all that belongs to it.
     */
    record ElementAt(Key key, long place, Bytes element) implements Guard {}

    static Guard absent(Key key) {
        return new Absent(key);
    }

    static Guard present(Key key) {
        return new Present(key);
    }

    static Guard equalTo(Key key, Bytes value) {
        return new EqualTo(key, value);
    }

    static Guard equalTo(Key key, String value) {
        return new EqualTo(key, Bytes.of(value));
    }

    /** The key still holds what was seen there: this string, or nothing. */
    static Guard unchanged(Key key, Optional<Bytes> seen) {
        return seen.isPresent() ? equalTo(key, seen.get()) : absent(key);
    }

    static Guard member(Key key, Bytes member) {
        return new Member(key, member);
    }

    static Guard notMember(Key key, Bytes member) {
        return new NotMember(key, member);
    }

    static Guard sizeBelow(Key key, long bound) {
        return new SizeBelow(key, bound);
    }

    static Guard atLeast(Key key, long bound) {
        return new AtLeast(key, bound);
    }

    static Guard behind(Key key, Bytes member, double score, Order order) {
        return new Behind(key, member, score, order);
    }

    static Guard within(Key key, Bytes member, double score, Order order, long places) {
        return new Within(key, member, score, order, places);
    }

    static Guard elementAt(Key key, long place, Bytes element) {
        return new ElementAt(key, place, element);
    }
}
