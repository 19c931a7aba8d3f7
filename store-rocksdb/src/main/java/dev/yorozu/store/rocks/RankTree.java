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
 * from then on changed here; what differs from the database is listed, and put among the group's changes before the group is
 * written, or before anybody walks over the levels. A span that a group changes often is so written once, and one that it has
 * changed back not at all.
 *
 * Members and spans reach the database in the same write, so a crash leaves them in agreement. A group that is given up was
 * counted here and not there: then all trees are forgotten, and read again.
 *
 * A member that becomes a node of a level cuts the page below in two; one that was a node of a level joins two pages to one.
 * How many members lie between a new node and the one before it, a level tells of the level above. Only those between two nodes
 * of the lowest level must be counted in the database.
 */

/** The levels of one sorted set's {@link RankIndex}, as far as they were needed. For whoever holds the writer's lock only. */
final class RankTree {
    /** About what a tree takes beside its nodes. */
    private static final int OWN = 256;

    private final long generation;
    private final LongConsumer weight;
    private final List<RankNode> changed = new ArrayList<>();
    private RankNode root;
    private long bytes;

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

    /** The last node before a place on one level: its page, its index there, and where the page ends. */
    private record Step(List<RankNode> page, int index, byte @Nullable [] pageEnd) {
        RankNode node() {
            return page.get(index);
        }

        @Nullable
        RankNode next() {
            return index + 1 < page.size() ? page.get(index + 1) : null;
        }

        byte @Nullable [] end() {
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

    /** Counts a member out; returns on how many levels it was a node, of which the lowest is the first. */
    int remove(byte[] place, Source source) {
        Step[] steps = descend(place, source);
        int height = 0;
        List<RankNode> joining = List.of();
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
                weigh(-next.bytes());
                joining = level == 1 ? List.of() : below(next, step.end(), source);
            }
        }
        return height;
    }

    /** A receiver of spans that the database does not have yet. */
    interface Sink {
        void put(byte[] node, byte[] span);
    }

    /** Gives away what differs from the database. */
    void settle(Sink sink) {
        for (RankNode node : changed) {
            if (node.settle()) {
                sink.put(ElementKey.node(generation, node.level(), node.place()), BigEndian.of(node.span()));
            }
        }
        changed.clear();
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
            Step step = new Step(page, lastBefore(page, place), end);
            steps[level] = step;
            node = step.node();
            end = step.end();
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
