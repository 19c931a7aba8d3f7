package dev.yorozu.store.rocks;

import dev.yorozu.store.Bytes;
import dev.yorozu.store.Ranked;

/**
 * The keys of a collection's elements: its generation first, so that they lie side by side and hold no key's name.
 *
 * <pre>
 * set, hash    generation, member or field
 * list         generation, sequence number
 * sorted set   generation, 0, member                      its score
 *              generation, 1, place                       the members in order
 *              generation, 1 + level, place               the nodes of a level of the {@link RankIndex}
 *              generation, 2 + highest level              there while the nodes say less than memory, see {@link RankTree}
 * </pre>
 *
 * A place is the score, in a form whose bytes sort as the numbers do, and then the member.
 */
final class ElementKey {
    /** A sortable score above that of every number. */
    static final long HIGHEST = -1;

    private static final int GENERATION = Long.BYTES;

    private ElementKey() {}

    /** What all elements of the collection begin with. */
    static byte[] prefix(long generation) {
        return BigEndian.of(generation);
    }

    static byte[] member(long generation, Bytes member) {
        byte[] key = new byte[GENERATION + member.length()];
        BigEndian.put(key, 0, generation);
        member.copyTo(key, GENERATION);
        return key;
    }

    /** The member or field behind a key; takes the key over. */
    static Bytes memberOf(byte[] key) {
        return Bytes.wrap(key, GENERATION, key.length - GENERATION);
    }

    static byte[] sequence(long generation, long number) {
        byte[] key = new byte[GENERATION + Long.BYTES];
        BigEndian.put(key, 0, generation);
        BigEndian.put(key, GENERATION, number ^ Long.MIN_VALUE);
        return key;
    }

    static byte[] score(long generation, Bytes member) {
        byte[] key = new byte[GENERATION + 1 + member.length()];
        BigEndian.put(key, 0, generation);
        member.copyTo(key, GENERATION + 1);
        return key;
    }

    /** A node of a level; an empty place is the head before all nodes. */
    static byte[] node(long generation, int level, byte[] place) {
        byte[] key = new byte[GENERATION + 1 + place.length];
        BigEndian.put(key, 0, generation);
        key[GENERATION] = (byte) (1 + level);
        System.arraycopy(place, 0, key, GENERATION + 1, place.length);
        return key;
    }

    /** A key after all nodes of a level. */
    static byte[] afterNodes(long generation, int level) {
        return node(generation, level, BigEndian.of(HIGHEST));
    }

    /** Stands while the nodes of a sorted set's levels are not to be trusted. */
    static byte[] uncounted(long generation) {
        return node(generation, RankIndex.HIGHEST + 1, RankNode.HEAD);
    }

    static byte[] placeOf(byte[] node, int length) {
        byte[] place = new byte[length - GENERATION - 1];
        System.arraycopy(node, GENERATION + 1, place, 0, place.length);
        return place;
    }

    static byte[] place(double score, Bytes member) {
        return place(sortable(score), member);
    }

    static byte[] place(long sortableScore, Bytes member) {
        byte[] place = new byte[Long.BYTES + member.length()];
        BigEndian.put(place, 0, sortableScore);
        member.copyTo(place, Long.BYTES);
        return place;
    }

    /** The ranked member behind a place; takes the place over. */
    static Ranked ranked(byte[] place) {
        return new Ranked(memberAt(place), score(BigEndian.at(place, 0)));
    }

    static Bytes memberAt(byte[] place) {
        return Bytes.wrap(place, Long.BYTES, place.length - Long.BYTES);
    }

    /** Unsigned order of these numbers is the order of the scores: negative ones are turned round. */
    static long sortable(double score) {
        long bits = Double.doubleToLongBits(score + 0.0);
        return bits < 0 ? ~bits : bits ^ Long.MIN_VALUE;
    }

    static double score(long sortable) {
        return Double.longBitsToDouble(sortable < 0 ? sortable ^ Long.MIN_VALUE : ~sortable);
    }
}
