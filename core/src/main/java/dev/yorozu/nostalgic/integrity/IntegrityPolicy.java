package dev.yorozu.nostalgic.integrity;

import dev.yorozu.keyspace.KeyPattern;
import dev.yorozu.keyspace.Lifetime;
import dev.yorozu.keyspace.NostalgicKeys;
import dev.yorozu.nostalgic.Days;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneId;

/**
 * What the check must know of how the services are run.
 *
 * @param days the calendar that they follow
 * @param dailyLife how long the count of a day is kept
 * @param submitCooldown how long a user waits between two scores
 * @param postCooldown how long a user waits between two messages
 * @param pause how long something must look wrong before it is: services are made and deleted in steps
 */
public record IntegrityPolicy(
        Days days, Duration dailyLife, Duration submitCooldown, Duration postCooldown, Duration pause) {
    private static final Duration PAUSE = Duration.ofMillis(500);

    /** With the lives that the keyspace declares. */
    public static IntegrityPolicy standard(ZoneId zone, InstantSource clock) {
        return new IntegrityPolicy(
                new Days(zone, clock),
                declared(NostalgicKeys.COUNTER_DAILY),
                declared(NostalgicKeys.RANKING_SUBMIT),
                declared(NostalgicKeys.BOARD_POST),
                PAUSE);
    }

    public IntegrityPolicy withPause(Duration other) {
        return new IntegrityPolicy(days, dailyLife, submitCooldown, postCooldown, other);
    }

    private static Duration declared(KeyPattern pattern) {
        return ((Lifetime.Lasting) pattern.lifetime()).length();
    }
}
