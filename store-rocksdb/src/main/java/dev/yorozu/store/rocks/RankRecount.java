package dev.yorozu.store.rocks;

import java.util.ArrayList;
import java.util.List;

/** Counts the levels of a sorted set's {@link RankIndex} anew from its members, where what memory knew of them is lost. */
final class RankRecount {
    private final Entry.Collection ranking;
    private final long seed;
    private final List<RankNode> counted = new ArrayList<>();
    /** On each level the last node so far, and how many members were met when it came. */
    private final byte[][] last;

    private final long[] since;

    RankRecount(Entry.Collection ranking, long seed) {
        this.ranking = ranking;
        this.seed = seed;
        this.last = new byte[ranking.levels() + 1][];
        this.since = new long[ranking.levels() + 1];
        for (int level = 1; level < last.length; level++) {
            last[level] = RankNode.HEAD;
        }
    }

    /** Walks over all members; afterwards the sink has every node, and no mark. */
    void run(Cursor cursor, ElementSink sink) {
        long generation = ranking.generation();
        byte[] end = ElementKey.afterNodes(generation, 0);
        boolean more = cursor.seek(ElementKey.node(generation, 0, BigEndian.of(ranking.head())));
        long count = 0;
        while (more && cursor.compareTo(end) < 0) {
            meet(cursor.place(), count++);
            more = cursor.next();
        }
        for (int level = 1; level < last.length; level++) {
            end(level, count);
        }
        for (RankNode node : counted) {
            sink.putElement(ElementKey.node(generation, node.level(), node.place()), BigEndian.of(node.span()));
        }
        sink.deleteElement(ElementKey.uncounted(generation));
    }

    private void meet(byte[] place, long before) {
        int height = RankIndex.height(ElementKey.memberAt(place), seed);
        for (int level = 1; level <= height; level++) {
            end(level, before);
            last[level] = place;
            since[level] = before;
        }
    }

    private void end(int level, long count) {
        counted.add(RankNode.found(level, last[level], count - since[level]));
    }
}
