package dev.yorozu.store.rocks;

import dev.yorozu.store.ValueType;
import org.jspecify.annotations.Nullable;

/** Keeps the nodes of one sorted set's {@link RankIndex} while members come and go. */
final class RankEditor {
    private static final byte[] HEAD = new byte[0];
    private static final byte[] NOTHING = new byte[0];

    private final Workspace workspace;
    private final long generation;
    private long size;
    private long removed;
    private long least;
    private long second;
    private int levels;

    RankEditor(Workspace workspace, Entry.Collection ranking) {
        this.workspace = workspace;
        this.generation = ranking.generation();
        this.size = ranking.size();
        this.removed = ranking.removed();
        this.least = ranking.head();
        this.second = ranking.second();
        this.levels = ranking.levels();
    }

    long size() {
        return size;
    }

    /** The sorted set as it is now. */
    Entry.Collection ranking() {
        return new Entry.Collection(ValueType.RANK, generation, size, removed, least, second, levels);
    }

    /** Notes that all members before this place are gone. */
    void startAt(byte[] place) {
        least = BigEndian.at(place, 0);
        second = least;
    }

    /** Inserts a place that is not there. */
    void insert(byte[] place) {
        int height = height(place);
        long score = BigEndian.at(place, 0);
        boolean fromHead = Long.compareUnsigned(score, least) < 0;
        if (fromHead) {
            second = least;
            least = score;
            workspace.lowest(generation, place);
        } else if (Long.compareUnsigned(score, second) < 0) {
            second = score;
        }
        while (levels < height) {
            levels++;
            put(levels, HEAD, size);
        }
        RankIndex index = index();
        Before[] before = before(index, place, 0, fromHead);
        for (int level = 1; level <= levels; level++) {
            byte[] previous = before[level].place();
            long span = before[level].span();
            if (level > height) {
                put(level, previous, span + 1);
            } else {
                long head = fromHead ? 0 : index.between(level - 1, previous, place);
                put(level, previous, head);
                put(level, place, span + 1 - head);
            }
        }
        workspace.putElement(ElementKey.node(generation, 0, place), NOTHING);
        size++;
    }

    /** Removes a place that is there. */
    void remove(byte[] place) {
        int height = height(place);
        boolean fromHead = BigEndian.at(place, 0) == least && least != second;
        Before[] before = before(index(), place, height, fromHead);
        if (fromHead) {
            least = second;
        }
        for (int level = 1; level <= levels; level++) {
            long freed = -1;
            if (level <= height) {
                byte[] node = ElementKey.node(generation, level, place);
                freed += span(node);
                workspace.deleteElement(node);
            }
            put(level, before[level].place(), before[level].span() + freed);
        }
        workspace.deleteElement(ElementKey.node(generation, 0, place));
        size--;
        removed++;
        if (size == 0) {
            deleteHeads();
        }
    }

    /** A node of a level, and its span. */
    private record Before(byte[] place, long span) {}

    /**
     * The last node before a place on every level, by its number. Looked for from the highest level down: a node of one level
     * is one of all below, so only as long as none was found must it be asked whether there is any.
     *
     * @param height up to which level the place is itself a node
     * @param lowest whether the place is known to lie before all others
     */
    private Before[] before(RankIndex index, byte[] place, int height, boolean lowest) {
        Before[] before = new Before[levels + 1];
        boolean found = false;
        for (int level = levels; level > 0; level--) {
            found = found || !lowest && !index.isBeforeAll(level, place);
            before[level] = found
                    ? last(level, place, level <= height)
                    : new Before(HEAD, span(ElementKey.node(generation, level, HEAD)));
        }
        return before;
    }

    private Before last(int level, byte[] place, boolean isNode) {
        Cursor cursor = workspace.cursor();
        cursor.floor(ElementKey.node(generation, level, place));
        if (isNode) {
            cursor.previous();
        }
        return new Before(cursor.place(), cursor.number());
    }

    RankIndex index() {
        byte @Nullable [] lowest = least == second ? null : workspace.lowest(generation);
        return new RankIndex(workspace.cursor(), ranking(), lowest);
    }

    private void deleteHeads() {
        for (int level = 1; level <= levels; level++) {
            workspace.deleteElement(ElementKey.node(generation, level, HEAD));
        }
        levels = 0;
    }

    private long span(byte[] node) {
        byte @Nullable [] span = workspace.element(node);
        if (span == null) {
            throw new IllegalStateException("A ranking lacks a node");
        }
        return BigEndian.at(span, 0);
    }

    private int height(byte[] place) {
        return RankIndex.height(ElementKey.memberAt(place), workspace.seed());
    }

    private void put(int level, byte[] place, long span) {
        workspace.putElement(ElementKey.node(generation, level, place), BigEndian.of(span));
    }
}
