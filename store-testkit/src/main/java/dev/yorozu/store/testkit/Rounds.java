package dev.yorozu.store.testkit;

import java.util.Locale;
import java.util.SplittableRandom;

/**
 * How often a test repeats what chance decides, and from where its chance comes.
 *
 * <p>The system property {@code yorozu.test.rounds} says how much is asked for: {@code few}, to see that it holds at all;
 * {@code share}, a long run's part of all rounds, which differs from day to day; {@code all}. What a test played is told to
 * {@link RunRecord}.
 */
public final class Rounds {
    /** A long run plays one part in so many of all rounds. */
    public static final int SHARES = 20;

    private static final int ALL = 1000;
    private static final Extent EXTENT =
            Extent.valueOf(System.getProperty("yorozu.test.rounds", "few").toUpperCase(Locale.ROOT));

    private enum Extent {
        FEW,
        SHARE,
        ALL
    }

    private Rounds() {}

    /** Whether more is asked for than to see that it holds at all. */
    public static boolean isLong() {
        return EXTENT != Extent.FEW;
    }

    /** The rounds of a race that has a thousand in all. */
    public static int of(int few) {
        return of(few, ALL);
    }

    /** The rounds to play, of so many in all; never fewer than usual. */
    public static int of(int few, int all) {
        int rounds = switch (EXTENT) {
            case FEW -> few;
            case SHARE -> Math.max(few, all / SHARES);
            case ALL -> Math.max(few, all);
        };
        RunRecord.rounds(rounds);
        return rounds;
    }

    /** The seed of this run: that of the system property {@code yorozu.test.seed}, else a new one. */
    public static long seed() {
        long seed = Long.getLong("yorozu.test.seed", new SplittableRandom().nextLong());
        RunRecord.seed(seed);
        return seed;
    }
}
