package dev.yorozu.store.rocks;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * The {@link RankTree}s of the sorted sets that were changed lately, bounded by bytes. What is given up is read again from the
 * database. For whoever holds the writer's lock only.
 */
final class RankTrees {
    private final Map<Long, RankTree> trees = new LinkedHashMap<>(16, 0.75f, true);
    private final Set<RankTree> changed = new LinkedHashSet<>();
    private final long most;
    private long bytes;

    RankTrees(long most) {
        this.most = most;
    }

    /** The tree of a generation that has so many levels, to be changed. */
    RankTree change(long generation, int levels) {
        RankTree tree = trees.get(generation);
        if (tree == null) {
            tree = new RankTree(generation, levels, more -> bytes += more);
            trees.put(generation, tree);
        }
        changed.add(tree);
        return tree;
    }

    /** Gives away what differs from the database. */
    void settle(RankTree.Sink sink) {
        for (RankTree tree : changed) {
            tree.settle(sink);
        }
        changed.clear();
    }

    /** Whether there is more than there may be. */
    boolean isFull() {
        return bytes > most;
    }

    /** Gives up trees, the one first that was not used for the longest time, until the rest fits. All must be settled. */
    void makeRoom() {
        Iterator<RankTree> eldest = trees.values().iterator();
        while (isFull() && eldest.hasNext()) {
            bytes -= eldest.next().bytes();
            eldest.remove();
        }
    }

    /** Forgets a generation that is no longer used, or begins anew. */
    void forget(long generation) {
        RankTree tree = trees.remove(generation);
        if (tree != null) {
            changed.remove(tree);
            bytes -= tree.bytes();
        }
    }

    /** Forgets everything, also what differs from the database. */
    void clear() {
        trees.clear();
        changed.clear();
        bytes = 0;
    }
}
