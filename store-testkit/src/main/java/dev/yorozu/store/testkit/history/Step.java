package dev.yorozu.store.testkit.history;

/**
 * One step of a history. It holds only a seed, from which its content follows once the stage is known; so a step stays
 * the same when steps before it are left out.
 */
sealed interface Step {
    /**
     * A batch on one partition.
     *
     * @param dropped the guards and writes that are left out, a bit for each
     */
    record Change(long seed, int partition, long dropped) implements Step {
        Change without(int element) {
            return new Change(seed, partition, dropped | 1L << element);
        }
    }

    /** Questions about any keys. */
    record Ask(long seed) implements Step {}

    /** The held clock moves on. */
    record Advance(long seed) implements Step {}
}
