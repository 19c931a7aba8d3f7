package dev.yorozu.store.rocks;

import dev.yorozu.store.ValueType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Keeps the nodes of one sorted set's {@link RankIndex} while members come and go. */
final class RankEditor {
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
        long score = BigEndian.at(place, 0);
        boolean lowest = Long.compareUnsigned(score, least) < 0;
        int height = RankIndex.height(ElementKey.memberAt(place), workspace.seed());
        if (levels > 0 || height > 0) {
            RankTree tree = workspace.changeRanks(ranking());
            tree.insert(place, height, size, new Source(place, lowest));
            levels = tree.levels();
        }
        workspace.putElement(ElementKey.node(generation, 0, place), NOTHING);
        size++;
        if (lowest) {
            second = least;
            least = score;
            workspace.lowest(generation, place);
        } else if (Long.compareUnsigned(score, second) < 0) {
            second = score;
        }
    }

    /** Removes a place that is there. */
    void remove(byte[] place) {
        int height = levels == 0 ? 0 : workspace.changeRanks(ranking()).remove(place, size, new Source(place, false));
        for (int level = 0; level <= height; level++) {
            workspace.deleteElement(ElementKey.node(generation, level, place));
        }
        size--;
        removed++;
        if (BigEndian.at(place, 0) == least && least != second) {
            least = second;
        }
        if (size == 0) {
            deleteHeads();
        }
    }

    /** Answers of the workspace to a change at one place. */
    private final class Source implements RankTree.Source {
        private final byte[] changed;
        private final boolean lowest;

        /** @param lowest whether the place is known to lie before all others */
        private Source(byte[] changed, boolean lowest) {
            this.changed = changed;
            this.lowest = lowest;
        }

        @Override
        public List<RankNode> page(int level, byte[] place, byte @Nullable [] end) {
            return unsettled().nodes(level, place, end);
        }

        @Override
        public long countFrom(byte[] place) {
            return lowest ? 0 : unsettled().countBetween(place, changed);
        }
    }

    /** The index as it is now. */
    RankIndex index() {
        workspace.counted(ranking());
        return unsettled();
    }

    /** An index whose nodes may have other spans in memory. */
    private RankIndex unsettled() {
        byte @Nullable [] lowest = least == second ? null : workspace.lowest(generation);
        return new RankIndex(workspace.cursor(), ranking(), lowest);
    }

    private void deleteHeads() {
        for (int level = 1; level <= levels; level++) {
            workspace.deleteElement(ElementKey.node(generation, level, RankNode.HEAD));
        }
        if (levels > 0) {
            workspace.deleteElement(ElementKey.uncounted(generation));
        }
        workspace.forgetRanks(generation);
        levels = 0;
    }
}
