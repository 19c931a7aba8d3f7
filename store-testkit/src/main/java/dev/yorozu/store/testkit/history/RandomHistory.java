package dev.yorozu.store.testkit.history;

import dev.yorozu.store.Store;
import dev.yorozu.store.testkit.HeldClock;
import dev.yorozu.store.testkit.Rounds;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A long row of random batches and questions that two stores must answer alike.
 *
 * <p>It is played in episodes, each on keys of its own, after which the contents are compared in full: all keys, types,
 * values and lives. Where the stores differ, the episode is shrunk to the fewest steps that show it, and the failure
 * names the seed, the steps and both outcomes. The same seed makes the same history.
 *
 * <p>Where clocks are real, two things are not compared, because no two stores could agree on them: the instants that
 * throttles keep, and the waiting times that they answer. The contract asks for those.
 */
public final class RandomHistory {
    private static final int BATCHES_PER_EPISODE = 150;
    private static final int USUAL_BATCHES = 3_000;
    private static final int ALL_BATCHES = 200_000;

    private final long seed;
    private final int batches;

    private RandomHistory(long seed, int batches) {
        this.seed = seed;
        this.batches = batches;
    }

    public static RandomHistory with(long seed, int batches) {
        return new RandomHistory(seed, batches);
    }

    /**
     * A history with as many batches as {@link Rounds} asks for, 200,000 in all, and its seed. The system property
     * {@code yorozu.test.batches} sets the number.
     */
    public static RandomHistory usual() {
        int batches = Integer.getInteger("yorozu.test.batches", Rounds.of(USUAL_BATCHES, ALL_BATCHES));
        return new RandomHistory(Rounds.seed(), batches);
    }

    /** The same history, cut to so many batches at most; for players that wait a lot. */
    public RandomHistory atMost(int most) {
        return new RandomHistory(seed, Math.min(batches, most));
    }

    /** Plays on stores that both read this clock, which the history moves on. */
    public void play(Store reference, Store candidate, HeldClock clock) {
        play(reference, candidate, Lives.HELD, clock);
    }

    /** Plays on stores with real clocks, with ends that are hours away or long past. */
    public void play(Store reference, Store candidate) {
        play(reference, candidate, Lives.FAR, null);
    }

    /** Plays on stores with real clocks, with lives of milliseconds, and waits until they have passed. */
    public void playShortLives(Store reference, Store candidate) {
        play(reference, candidate, Lives.SHORT, null);
    }

    private void play(Store reference, Store candidate, Lives lives, @Nullable HeldClock clock) {
        Player player = new Player(reference, candidate, lives, clock);
        RandomGenerator random = new SplittableRandom(seed);
        String title = batches + " batches on " + candidate.getClass().getSimpleName() + " with " + lives
                + " lives, seed " + seed;
        // Said before the first step, because a store may take the whole process with it.
        System.out.println("Random history: " + title);
        for (int played = 0; played < batches; played += BATCHES_PER_EPISODE) {
            List<Step> steps = episode(random, lives, Math.min(BATCHES_PER_EPISODE, batches - played));
            Optional<Difference> difference = player.play(steps);
            if (difference.isPresent()) {
                throw new AssertionError(report(title, played, player, steps, difference.get()));
            }
        }
        System.out.println("Random history agreed: " + title);
    }

    private static List<Step> episode(RandomGenerator random, Lives lives, int batches) {
        List<Step> steps = new ArrayList<>();
        for (int made = 0; made < batches; made++) {
            // With short lives a partition must settle before it is changed again, so all take their turns.
            boolean turns = lives == Lives.SHORT;
            int partition = turns ? made % lives.partitions() : random.nextInt(lives.partitions());
            Step.Change change = new Step.Change(random.nextLong(), partition, 0);
            steps.add(turns || random.nextInt(3) > 0 ? change : send(random, lives, change));
            boolean roundEnds = !turns || partition == lives.partitions() - 1;
            int asks = roundEnds ? random.nextInt(turns ? 30 : 3) : 0;
            for (int i = 0; i < asks; i++) {
                steps.add(new Step.Ask(random.nextLong()));
            }
            if (lives.held() && random.nextInt(3) == 0) {
                steps.add(new Step.Advance(random.nextLong()));
            }
        }
        return steps;
    }

    /** The change and perhaps others, on partitions of their own, in one round trip with questions. */
    private static Step.Send send(RandomGenerator random, Lives lives, Step.Change first) {
        List<Step.Change> changes = new ArrayList<>(List.of(first));
        int more = random.nextInt(lives.partitions());
        for (int i = 1; i <= more; i++) {
            changes.add(new Step.Change(random.nextLong(), (first.partition() + i) % lives.partitions(), 0));
        }
        return new Step.Send(random.nextLong(), changes);
    }

    private static String report(String title, int played, Player player, List<Step> steps, Difference difference) {
        Shrinker.Shrunk shrunk = Shrinker.shrink(player, steps, difference);
        StringBuilder report = new StringBuilder("Stores differ after " + played + " of " + title + "\n");
        report.append("First seen in an episode of ")
                .append(steps.size())
                .append(" steps:\n")
                .append(difference);
        report.append("\nSmallest found, after ").append(shrunk.replays()).append(" replays: ");
        report.append(shrunk.steps().size()).append(" step(s)\n");
        for (Step step : shrunk.steps()) {
            report.append("  ").append(player.describe(step)).append('\n');
        }
        return report.append("and then: ").append(shrunk.difference()).toString();
    }
}
