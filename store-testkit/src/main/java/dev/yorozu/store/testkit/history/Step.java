package dev.yorozu.store.testkit.history;

import java.util.ArrayList;
import java.util.List;

/**
 * One step of a history. It holds only a seed, from which its content follows once the fixture is known; so a step stays
 * the same when steps before it are left out.
 */
sealed interface Step {
    /** How many guards and writes can be left out of a step at most. */
    default int elements() {
        return 0;
    }

    /** The step without one of its guards and writes. */
    default Step without(int element) {
        return this;
    }

    /**
     * A batch on one partition.
     *
     * @param dropped the guards and writes that are left out, a bit for each
     */
    record Change(long seed, int partition, long dropped) implements Step {
        static final int ELEMENTS = 24;

        @Override
        public int elements() {
            return ELEMENTS;
        }

        @Override
        public Change without(int element) {
            return new Change(seed, partition, dropped | 1L << element);
        }
    }

    /** Batches, each on a partition of its own, and questions about the other partitions, in one round trip. */
    record Send(long seed, List<Change> changes) implements Step {
        public Send {
            changes = List.copyOf(changes);
        }

        @Override
        public int elements() {
            return Change.ELEMENTS * changes.size();
        }

        @Override
        public Send without(int element) {
            List<Change> fewer = new ArrayList<>(changes);
            fewer.set(
                    element / Change.ELEMENTS,
                    changes.get(element / Change.ELEMENTS).without(element % Change.ELEMENTS));
            return new Send(seed, fewer);
        }
    }

    /** Questions about any keys. */
    record Ask(long seed) implements Step {}

    /** The held clock moves on. */
    record Advance(long seed) implements Step {}
}
