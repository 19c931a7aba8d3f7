package dev.yorozu.store.testkit.history;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Finds fewer steps that still show a difference, by leaving out and playing again. */
final class Shrinker {
    private static final int MOST_REPLAYS = 1000;

    private final Player player;
    private List<Step> steps;
    private Difference difference;
    private int replays;

    private Shrinker(Player player, List<Step> steps, Difference difference) {
        this.player = player;
        this.steps = steps;
        this.difference = difference;
    }

    /** The steps that are left, and the difference that they show. */
    record Shrunk(List<Step> steps, Difference difference, int replays) {}

    /**
     * Shrinks the steps up to the one that showed the difference; as they are, when playing them again shows none (which
     * is worth knowing too: the store then does not always do the same).
     */
    static Shrunk shrink(Player player, List<Step> steps, Difference difference) {
        int end = Math.min(difference.step() + 1, steps.size());
        Shrinker shrinker = new Shrinker(player, List.copyOf(steps.subList(0, end)), difference);
        for (int size = end / 2; size >= 1; size /= 2) {
            shrinker.dropSteps(size);
        }
        shrinker.dropSteps(1);
        shrinker.dropElements();
        return new Shrunk(shrinker.steps, shrinker.difference, shrinker.replays);
    }

    /** Leaves out so many steps at a time, from the last to the first. */
    private void dropSteps(int size) {
        for (int start = steps.size() - size; start >= 0; start -= size) {
            List<Step> fewer = new ArrayList<>(steps);
            fewer.subList(start, start + size).clear();
            keepIfDifferent(fewer);
            start = Math.min(start, steps.size());
        }
    }

    /** Leaves out single guards and writes. */
    private void dropElements() {
        for (int i = 0; i < steps.size(); i++) {
            for (int element = 0; i < steps.size() && element < steps.get(i).elements(); element++) {
                List<Step> smaller = new ArrayList<>(steps);
                smaller.set(i, steps.get(i).without(element));
                keepIfDifferent(smaller);
            }
        }
    }

    private void keepIfDifferent(List<Step> fewer) {
        if (replays == MOST_REPLAYS) {
            return;
        }
        replays++;
        Optional<Difference> found = player.play(fewer);
        if (found.isPresent()) {
            difference = found.get();
            steps = List.copyOf(fewer.subList(0, Math.min(found.get().step() + 1, fewer.size())));
        }
    }
}
