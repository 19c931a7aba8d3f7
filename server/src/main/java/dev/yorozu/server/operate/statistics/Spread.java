package dev.yorozu.server.operate.statistics;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * How long keys still live.
 *
 * @param endless how many never end by themselves
 * @param ending how many end within each of {@link #BOUNDS}, and not within the one before; the last number is the rest
 * @param meanMillis the mean of those that end; 0 when none does
 */
public record Spread(long endless, List<Long> ending, long meanMillis) {
    public static final List<Duration> BOUNDS =
            List.of(Duration.ofMinutes(1), Duration.ofHours(1), Duration.ofDays(1), Duration.ofDays(30));

    /** Short names for the numbers in {@code ending}. */
    public static final List<String> NAMES = List.of("<1m", "<1h", "<1d", "<30d", "more");

    /** That of no keys at all. */
    public static final Spread NONE = new Spread(0, Collections.nCopies(NAMES.size(), 0L), 0);

    public Spread {
        ending = List.copyOf(ending);
        if (ending.size() != NAMES.size()) {
            throw new IllegalArgumentException("A spread has " + NAMES.size() + " numbers");
        }
    }

    public Optional<Duration> mean() {
        return meanMillis == 0 ? Optional.empty() : Optional.of(Duration.ofMillis(meanMillis));
    }

    /** How many end by themselves. */
    public long finite() {
        return ending.stream().mapToLong(Long::longValue).sum();
    }

    /** That of these keys and others together. */
    Spread plus(Spread other) {
        List<Long> sums = new ArrayList<>();
        for (int i = 0; i < ending.size(); i++) {
            sums.add(ending.get(i) + other.ending.get(i));
        }
        double finite = (double) finite() + other.finite();
        long mean = finite == 0
                ? 0
                : Math.round(meanMillis * (finite() / finite) + other.meanMillis * (other.finite() / finite));
        return new Spread(endless + other.endless, sums, mean);
    }

    /** The number in {@code ending} that counts such a life. */
    static int index(Duration left) {
        int index = 0;
        while (index < BOUNDS.size() && left.compareTo(BOUNDS.get(index)) >= 0) {
            index++;
        }
        return index;
    }
}
