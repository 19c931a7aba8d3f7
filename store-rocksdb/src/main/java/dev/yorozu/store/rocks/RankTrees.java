package dev.yorozu.store.rocks;

import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The {@link RankTree}s of the sorted sets that were changed lately, bounded by bytes. What is given up is read again from the
 * database. For whoever holds the writer's lock only.
 */
final class RankTrees {
    private final Map<Long, RankTree> trees = new LinkedHashMap<>(16, 0.75f, true);
    /** Those that the group has changed. */
    private final Set<RankTree> changed = new LinkedHashSet<>();
    /** Those whose mark stands in the database. */
    private final Set<RankTree> marked = new LinkedHashSet<>();

    /** Those whose levels were needed lately, and may soon be again. */
    private final Set<RankTree> asked = new HashSet<>();

    private final long most;
    private long bytes;

    RankTrees(long most) {
        this.most = most;
    }

    @Nullable
    RankTree find(long generation) {
        return trees.get(generation);
    }

    /** A tree for a generation that has none here, and whose levels the database has. */
    RankTree add(long generation, int levels) {
        RankTree tree = new RankTree(generation, levels, more -> bytes += more);
        trees.put(generation, tree);
        return tree;
    }

    /** Notes that the group changes a tree. */
    void change(RankTree tree) {
        changed.add(tree);
    }

    /** Gives to the group what a tree has that the database does not, because somebody needs its levels. */
    void settle(RankTree tree, ElementSink sink) {
        asked.add(tree);
        tree.settle(sink);
        changed.remove(tree);
        marked.remove(tree);
    }

    /** Gives to the group what any tree has that the database does not. */
    void settleAll(ElementSink sink) {
        changed.addAll(marked);
        for (RankTree tree : changed) {
            tree.settle(sink);
        }
        changed.clear();
        marked.clear();
    }

    /** Before the group is written. */
    void finish(ElementSink sink) {
        for (RankTree tree : changed) {
            if (tree.finish(asked.contains(tree), sink)) {
                marked.add(tree);
            } else {
                marked.remove(tree);
            }
        }
        changed.clear();
    }

    /** Settles trees that were not changed since this was last called, and forgets whose levels were needed. */
    void settleRested(ElementSink sink) {
        asked.clear();
        marked.removeIf(tree -> {
            boolean rested = tree.rest();
            if (rested) {
                tree.settle(sink);
            }
            return rested;
        });
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
            marked.remove(tree);
            asked.remove(tree);
            bytes -= tree.bytes();
        }
    }

    /** Forgets everything, also what differs from the database. */
    void clear() {
        trees.clear();
        changed.clear();
        marked.clear();
        asked.clear();
        bytes = 0;
    }
}
