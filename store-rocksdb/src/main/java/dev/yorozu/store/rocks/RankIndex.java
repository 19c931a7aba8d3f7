package dev.yorozu.store.rocks;

import dev.yorozu.store.Bytes;
import dev.yorozu.store.Ranked;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/*
 * A counted skip list whose nodes are records of the engine (W. Pugh, "A Skip List Cookbook", 1990, section 3.4, gives
 * skip lists their order statistics).
 *
 * Level 0 holds every member of the sorted set at its place (score, then member). Of these about one in 16 is also a
 * node of level 1, of those one in 16 also of level 2, and so on up to level 5. How high a member reaches follows from a
 * hash of its bytes and the database's seed, so it need not be kept, and nobody who chooses members can choose heights.
 * Each level begins with a head, which stands before all members. A node's record says how many members lie from itself
 * on (included) up to the next node of the same level (not included): its span. The head's span is what lies before the
 * first node. So the spans of every level add up to the size of the set.
 *
 *   level 2   head(5) ------------------------> f(3)
 *   level 1   head(2) ------> c(3) -----------> f(3)
 *   level 0            a  b   c   d   e         f  g  h
 *
 * Position of a place: from the head of the highest level, walk while the next node still lies before the place, and add
 * the spans passed; go down one level and on from the same node; on level 0 count. About 8 steps a level.
 * Place at a position: the same walk, while the position is not within the node's span.
 * Insert: on every level the last node before the new place is found, see RankTree. Above the member's height its span
 * grows by one. Up to its height the span is split: the part before the new node is the sum of the spans of the level
 * below (of the members themselves on level 1), the rest and the new member are the new node's.
 * Remove: the inverse. Above its height the span before it shrinks by one; up to its height its span, less one, is given
 * to the node before.
 *
 * A level comes into being with its first node; its head then counts the whole set. Small sets have no levels at all.
 */

/** Finds positions in a sorted set; the cursor's view must not change between two calls. */
final class RankIndex {
    static final int HIGHEST = 5;
    private static final int BITS_PER_LEVEL = 4;
    private static final byte[] HEAD = RankNode.HEAD;
    /** So near to either end, counting from there is quicker than the way through the levels. */
    private static final long NEAR = 64;

    private final Cursor cursor;
    private final long generation;
    private final long size;
    private final int levels;
    private final byte[] first;
    private final byte[] second;
    private final byte @Nullable [] lowest;

    RankIndex(Cursor cursor, Entry.Collection ranking) {
        this(cursor, ranking, null);
    }

    /** The lowest is the place of the first member, where it is known. */
    RankIndex(Cursor cursor, Entry.Collection ranking, byte @Nullable [] lowest) {
        this.lowest = lowest;
        this.cursor = cursor;
        this.generation = ranking.generation();
        this.size = ranking.size();
        this.levels = ranking.levels();
        this.first = BigEndian.of(ranking.head());
        this.second = BigEndian.of(ranking.second());
    }

    /** The highest level on which this member is a node. */
    static int height(Bytes member, long seed) {
        long hash = seed;
        for (int i = 0; i < member.length(); i++) {
            hash = (hash ^ (member.at(i) & 0xff)) * 0x9E3779B97F4A7C15L;
            hash ^= hash >>> 32;
        }
        hash = (hash ^ (hash >>> 29)) * 0xBF58476D1CE4E5B9L;
        hash ^= hash >>> 32;
        return Math.min(HIGHEST, Long.numberOfTrailingZeros(hash) / BITS_PER_LEVEL);
    }

    /** How many members lie before this place, whether or not there is one at it. */
    long before(byte[] place) {
        long before = 0;
        byte[] node = HEAD;
        for (int level = levels; level > 0; level--) {
            byte[] target = ElementKey.node(generation, level, place);
            cursor.seek(ElementKey.node(generation, level, node));
            long span = cursor.number();
            boolean more = advance(level, node);
            while (more && cursor.compareTo(target) < 0) {
                before += span;
                node = cursor.place();
                span = cursor.number();
                more = cursor.next();
            }
        }
        return before + countBetween(node, place);
    }

    /** How many members lie from the one place, or the head, up to the other. */
    long countBetween(byte[] from, byte[] to) {
        byte[] target = ElementKey.node(generation, 0, to);
        long count = 0;
        boolean more = seekMember(from);
        while (more && cursor.compareTo(target) < 0) {
            count++;
            more = cursor.next();
        }
        return count;
    }

    /** The node at this place, or the head, and those after it that lie before the end, if there is one. */
    List<RankNode> nodes(int level, byte[] place, byte @Nullable [] end) {
        byte[] node = ElementKey.node(generation, level, place);
        if (!cursor.seek(node) || cursor.compareTo(node) != 0) {
            throw new IllegalStateException("A ranking lacks a node");
        }
        List<RankNode> nodes = new ArrayList<>();
        nodes.add(RankNode.found(level, place, cursor.number()));
        byte[] target =
                end == null ? ElementKey.afterNodes(generation, level) : ElementKey.node(generation, level, end);
        boolean more = advance(level, place);
        while (more && cursor.compareTo(target) < 0) {
            nodes.add(RankNode.found(level, cursor.place(), cursor.number()));
            more = cursor.next();
        }
        return nodes;
    }

    /** The places at so many positions from the first on. There must be that many. */
    List<byte[]> places(long position, long count) {
        List<byte[]> places = new ArrayList<>((int) Math.min(count, 1024));
        if (count > 0) {
            if (position == 0 && lowest != null) {
                places.add(lowest);
            } else {
                moveTo(position);
                places.add(cursor.place());
            }
            while (places.size() < count && follow(position + places.size() - 1)) {
                places.add(cursor.place());
            }
        }
        return places;
    }

    List<Ranked> members(long position, long count) {
        return new ArrayList<>(
                places(position, count).stream().map(ElementKey::ranked).toList());
    }

    /** Whether a position of a sorted set is found without its levels. */
    static boolean isNearEnd(Entry.Collection ranking, long position) {
        return position < NEAR || ranking.size() - position <= NEAR;
    }

    private void moveTo(long position) {
        if (position < NEAR) {
            boolean skipsFirst = position > 0 && isFirstApart();
            seekMember(skipsFirst ? second : HEAD);
            for (long i = skipsFirst ? 1 : 0; i < position; i++) {
                cursor.next();
            }
        } else if (size - position <= NEAR) {
            cursor.floor(ElementKey.afterNodes(generation, 0));
            for (long i = size - 1; i > position; i--) {
                cursor.previous();
            }
        } else {
            descendTo(position);
        }
    }

    private void descendTo(long position) {
        long left = position;
        byte[] node = HEAD;
        for (int level = levels; level > 0; level--) {
            cursor.seek(ElementKey.node(generation, level, node));
            long span = cursor.number();
            while (left >= span) {
                left -= span;
                advance(level, node);
                node = cursor.place();
                span = cursor.number();
            }
        }
        seekMember(node);
        for (long i = 0; i < left; i++) {
            cursor.next();
        }
    }

    /*
     * Members are often removed from the low end, as the worst of a ranking or the oldest of a window, and the engine must
     * pass the traces of each when it walks. So from a head the way leads to the first score that can be there, and from
     * the first member, which may have come below all those traces, to the second.
     */

    /** Moves on from the member at this position, which is known or on which the cursor stands. */
    private boolean follow(long position) {
        return position == 0 && isFirstApart() ? seekMember(second) : cursor.next();
    }

    private boolean isFirstApart() {
        return !Arrays.equals(first, second);
    }

    /** Moves on from a node on which the cursor stands. */
    private boolean advance(int level, byte[] node) {
        return node.length == 0 ? cursor.seek(ElementKey.node(generation, level, first)) : cursor.next();
    }

    private boolean seekMember(byte[] place) {
        return cursor.seek(ElementKey.node(generation, 0, place.length == 0 ? first : place));
    }
}
