package dev.yorozu.store.rocks;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/*
 * The nodes of a level between two neighbours of the level above make a page of about 16, and the first of a page is the node
 * above it once more. So the levels are a tree: below each node hangs a page of the next lower level, and below a root that is
 * never stored, the head above all levels, hangs the highest. A page is read from the database by the first who comes by, and
 * from then on changed here; what differs from the database is listed.
 *
 * Spans follow from the members, so the database need not have them with every change: each member that moves would be three
 * writes, and seven more for spans. While the list is not empty, a mark stands beside the members in the database, which came
 * with the first group that left something on the list. Whoever finds the mark in a view of the database does not use the
 * levels, and asks the writer, who puts the list among the changes of a group and takes the mark away in the same write. For
 * some time after that the list is written with every group. It is too when it grows long, when no change came for a while, when
 * the tree has to make room for others, and when the store is closed.
 *
 * A crash, or a group that is given up, for which all trees are forgotten, leaves the mark and no tree. Then the next who needs
 * the levels has them counted anew from the members, see RankRecount. That takes as long as there are members; so the levels of
 * larger sets are written with every group.
 *
 * A member that becomes a node of a level cuts the page below in two; one that was a node of a level joins two pages to one.
 * How many members lie between a new node and the one before it, a level tells of the level above. Only those between two nodes
 * of the lowest level must be counted in the database.
 */

/** The levels of one sorted set's {@link RankIndex}, as far as they were needed. For whoever holds the writer's lock only. */
final class RankTree {
    /** About what a tree takes beside its nodes. */
    private static final int OWN = 256;

    private static final byte[] MARK = new byte[0];
    /** Of larger sets the levels would take too long to count anew. */
    private static final long MOST_MEMBERS = 1 << 20;
    /** So many changed nodes hold up the writer for some hundredths of a second when they are written. */
    private static final int MOST_CHANGED = 1 << 14;

    private final long generation;
    private final LongConsumer weight;
    private final List<RankNode> changed = new ArrayList<>();
    private RankNode root;
    private long bytes;
    /** Of nodes that were removed, and may still be listed. */
    private int gone;

    private long members;
    /** Whether the mark stands in the database, or is to with the group. */
    private boolean marked;

    private boolean active;

    /** @param weight is told how many bytes the tree has grown or, with a negative number, shrunk */
    RankTree(long generation, int levels, LongConsumer weight) {
        this.generation = generation;
        this.weight = weight;
        this.root = RankNode.made(levels + 1, RankNode.HEAD, 0);
        weigh(OWN);
    }

    long bytes() {
        return bytes;
    }

    int levels() {
        return root.level() - 1;
    }

    /** What a change looks up in the database; its view must be that of the change. */
    interface Source {
        /** The node at this place, which there must be, and those after it that lie before the end, if there is one. */
        List<RankNode> page(int level, byte[] place, byte @Nullable [] end);

        /** How many members lie from this place or the head up to the one that is inserted. */
        long countFrom(byte[] place);
    }

    /** The last node before a place on one level: its page, and its index there. */
    private record Step(List<RankNode> page, int index) {
        RankNode node() {
            return page.get(index);
        }

        @Nullable
        RankNode next() {
            return index + 1 < page.size() ? page.get(index + 1) : null;
        }

        /** Where the page below the node ends, if there is an end, when this page has this one. */
        byte @Nullable [] end(byte @Nullable [] pageEnd) {
            RankNode next = next();
            return next == null ? pageEnd : next.place();
        }

        /** The nodes behind this one, which are taken off the page. */
        List<RankNode> cut() {
            List<RankNode> behind = page.subList(index + 1, page.size());
            List<RankNode> taken = new ArrayList<>(behind);
            behind.clear();
            return taken;
        }

        /** How many members the page counts up to the end of this node's span. */
        long counted() {
            long sum = 0;
            for (int i = 0; i <= index; i++) {
                sum += page.get(i).span();
            }
            return sum;
        }
    }

    /**
     * Counts a new member in, and makes it a node of all levels up to its height.
     *
     * @param size how many members there are without it
     */
    void insert(byte[] place, int height, long size, Source source) {
        members = size + 1;
        while (levels() < height) {
            grow(size);
        }
        Step[] steps = descend(place, source);
        long before = height == 0 ? 0 : source.countFrom(steps[1].node().place());
        for (int level = 1; level <= levels(); level++) {
            RankNode last = steps[level].node();
            if (level > height) {
                change(last, last.span() + 1);
            } else {
                RankNode node = RankNode.made(level, place, last.span() + 1 - before);
                if (level > 1) {
                    node.below(steps[level - 1].cut());
                }
                change(last, before);
                change(node, node.span());
                steps[level].page().add(steps[level].index() + 1, node);
                weigh(node.bytes());
                before = steps[level].counted();
            }
        }
    }

    /**
     * Counts a member out; returns on how many levels it was a node, of which the lowest is the first.
     *
     * @param size how many members there are with it
     */
    int remove(byte[] place, long size, Source source) {
        members = size - 1;
        Step[] steps = descend(place, source);
        int height = 0;
        List<RankNode> joining = List.of();
        // Of the page as it is without the member, and where it was a node of the level above, longer than on the way
        // down.
        byte @Nullable [] end = null;
        for (int level = levels(); level > 0; level--) {
            Step step = steps[level];
            RankNode last = step.node();
            step.page().addAll(joining);
            RankNode next = step.next();
            if (next == null || !Arrays.equals(next.place(), place)) {
                change(last, last.span() - 1);
            } else {
                height = Math.max(height, level);
                step.page().remove(step.index() + 1);
                change(last, last.span() + next.span() - 1);
                next.settle();
                gone += next.bytes();
                joining = level == 1 ? List.of() : below(next, step.end(end), source);
            }
            end = step.end(end);
        }
        return height;
    }

    /** Gives to the group what differs from the database. */
    void settle(ElementSink sink) {
        for (RankNode node : changed) {
            if (node.settle()) {
                sink.putElement(ElementKey.node(generation, node.level(), node.place()), BigEndian.of(node.span()));
            }
        }
        changed.clear();
        weigh(-gone);
        gone = 0;
        if (marked) {
            sink.deleteElement(ElementKey.uncounted(generation));
            marked = false;
        }
    }

    /**
     * Ends a group that has changed this: gives away what differs, or leaves the mark; returns whether that stands now.
     *
     * @param asked whether somebody needs the levels
     */
    boolean finish(boolean asked, ElementSink sink) {
        if (asked || members > MOST_MEMBERS || changed.size() > MOST_CHANGED || changed.isEmpty()) {
            settle(sink);
        } else if (!marked) {
            sink.putElement(ElementKey.uncounted(generation), MARK);
            marked = true;
        }
        active = true;
        return marked;
    }

    /** Begins another span of time; returns whether there was no change in the last one. */
    boolean rest() {
        boolean rested = !active;
        active = false;
        return rested;
    }

    /** Makes a level of the root, with the head as its only node. */
    private void grow(long size) {
        RankNode head = root;
        root = RankNode.made(head.level() + 1, RankNode.HEAD, 0);
        root.below(new ArrayList<>(List.of(head)));
        weigh(head.bytes());
        change(head, size);
    }

    private Step[] descend(byte[] place, Source source) {
        Step[] steps = new Step[levels() + 1];
        RankNode node = root;
        byte @Nullable [] end = null;
        for (int level = levels(); level > 0; level--) {
            List<RankNode> page = below(node, end, source);
            Step step = new Step(page, lastBefore(page, place));
            steps[level] = step;
            node = step.node();
            end = step.end(end);
        }
        return steps;
    }

    /** The index of the last node before a place. The first always is. */
    private static int lastBefore(List<RankNode> page, byte[] place) {
        long score = BigEndian.at(place, 0);
        int low = 0;
        int high = page.size();
        while (high - low > 1) {
            int middle = (low + high) >>> 1;
            if (page.get(middle).isBefore(score, place)) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private List<RankNode> below(RankNode node, byte @Nullable [] end, Source source) {
        List<RankNode> page = node.below();
        if (page == null) {
            page = source.page(node.level() - 1, node.place(), end);
            node.below(page);
            for (RankNode loaded : page) {
                weigh(loaded.bytes());
            }
        }
        return page;
    }

    private void change(RankNode node, long span) {
        if (node.span(span)) {
            changed.add(node);
        }
    }

    private void weigh(int more) {
        bytes += more;
        weight.accept(more);
    }
}
