package dev.yorozu.store.testkit.history;

import dev.yorozu.store.Expiry;
import java.time.Duration;
import java.time.Instant;
import java.util.random.RandomGenerator;

/** How keys end in a history, which depends on whether the clock of both stores can be held. */
enum Lives {
    /** Both stores read one held clock: ends lie on a grid of a tenth of a second, and the clock steps onto them. */
    HELD(Duration.ZERO, 3),
    /** Real clocks: ends are hours away or long past, so that the moment of a call does not matter. */
    FAR(Duration.ofMinutes(20), 3),
    /** Real clocks and lives of milliseconds: nothing is asked of a key before they must all have passed. */
    SHORT(Duration.ofMinutes(20), 30);

    /** Longer than any life of {@link #SHORT} that is waited for. */
    static final Duration LONGEST_SHORT_LIFE = Duration.ofMillis(20);

    private static final Expiry LONG_PAST = Expiry.at(Instant.parse("2001-01-01T00:00:00Z"));
    private static final Duration GRID = Duration.ofMillis(100);

    private final Duration tolerance;
    private final int partitions;

    Lives(Duration tolerance, int partitions) {
        this.tolerance = tolerance;
        this.partitions = partitions;
    }

    int partitions() {
        return partitions;
    }

    /** How far the remaining lives of two stores may be apart; ends that differ at all differ by more. */
    Duration tolerance() {
        return tolerance;
    }

    boolean held() {
        return this == HELD;
    }

    /** An expiry of any kind. */
    Expiry any(RandomGenerator random, Instant now) {
        return random.nextInt(5) == 0 ? Expiry.keep() : fresh(random, now);
    }

    /** An expiry of any kind but {@link Expiry.Keep}. */
    Expiry fresh(RandomGenerator random, Instant now) {
        if (random.nextInt(3) == 0) {
            return Expiry.never();
        }
        return switch (this) {
            case HELD -> onGrid(random, now);
            case FAR -> far(random, now);
            case SHORT ->
                random.nextBoolean() ? far(random, now) : Expiry.after(Duration.ofMillis(random.nextInt(1, 21)));
        };
    }

    private static Expiry onGrid(RandomGenerator random, Instant now) {
        return switch (random.nextInt(4)) {
            case 0 -> Expiry.at(now.plus(GRID.multipliedBy(random.nextInt(-2, 5))));
            case 1 -> Expiry.after(Duration.ofMillis(random.nextInt(1, 4)));
            case 2 -> Expiry.after(GRID.multipliedBy(random.nextInt(1, 20)).plusNanos(random.nextInt(1_000_000)));
            default -> Expiry.after(GRID.multipliedBy(random.nextInt(1, 5)));
        };
    }

    private static Expiry far(RandomGenerator random, Instant now) {
        return switch (random.nextInt(4)) {
            case 0 -> LONG_PAST;
            case 1 -> Expiry.at(now.plus(Duration.ofHours(random.nextInt(2, 100))));
            case 2 -> Expiry.after(Duration.ofDays(random.nextInt(10, 365_000)));
            default -> Expiry.after(Duration.ofHours(random.nextInt(2, 100)));
        };
    }
}
