package dev.yorozu.bench.measure;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/**
 * Measures ways to do the same, in turns, so that whatever else the machine does disturbs both alike.
 *
 * @param rounds how often each has its turn; the medians count
 */
public record Duel(int rounds, Duration turn) {
    /** Operations a second of both sides. */
    public record Outcome(double ours, double theirs) {
        public double ratio() {
            return ours / theirs;
        }
    }

    /** One side of a duel. */
    @FunctionalInterface
    public interface Side {
        /** Does its best for so long, and says how many operations a second it reached. */
        double rate(Duration turn);
    }

    public Outcome fight(Side ours, Side theirs) {
        double[] rates = rates(List.of(ours, theirs));
        return new Outcome(rates[0], rates[1]);
    }

    /** The median rate of each side; every round gives each a turn, and a first round only warms up. */
    public double[] rates(List<Side> sides) {
        double[][] rates = new double[sides.size()][rounds];
        sides.forEach(side -> side.rate(turn));
        for (int round = 0; round < rounds; round++) {
            for (int i = 0; i < sides.size(); i++) {
                rates[i][round] = sides.get(i).rate(turn);
            }
        }
        return Arrays.stream(rates).mapToDouble(Duel::median).toArray();
    }

    public static double median(double[] unsorted) {
        double[] values = unsorted.clone();
        Arrays.sort(values);
        int middle = values.length / 2;
        return values.length % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
    }
}
