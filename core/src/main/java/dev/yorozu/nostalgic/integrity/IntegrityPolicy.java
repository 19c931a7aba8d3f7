package dev.yorozu.nostalgic.integrity;

import dev.yorozu.keyspace.KeyPattern;
import dev.yorozu.keyspace.Lifetime;
import dev.yorozu.keyspace.NostalgicKeys;
import dev.yorozu.nostalgic.Days;
import dev.yorozu.store.Expiry;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
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
    /** Longer than any day is, that on which clocks are set back included. */
    private static final Duration LONGEST_DAY = Duration.ofHours(26);

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

    /** When a key ends that has lost its end. */
    Expiry end(Place.Data place) {
        if (place.isDaily()) {
            return daily(place.key().name());
        }
        if (place.pattern().equals(place.kind().keys().lists())
                || place.pattern().equals(place.kind().keys().marks())) {
            // Some user may have got a mark since the list was looked at: it must not end before that one does.
            return Expiry.after(LONGEST_DAY);
        }
        if (place.isOfAddress()) {
            return Expiry.at(days.today().end());
        }
        return switch (place.kind()) {
            case COUNTER, LIKE -> Expiry.at(days.today().end());
            case RANKING -> Expiry.after(submitCooldown);
            case BOARD -> Expiry.after(postCooldown);
        };
    }

    private Expiry daily(String name) {
        try {
            LocalDate date = LocalDate.parse(name.substring(name.lastIndexOf(':') + 1));
            Instant end = days.on(date).start().plus(dailyLife);
            // One that should have ended by now was kept all the same: to give it an end must not delete it at once.
            boolean past = !end.isAfter(days.clock().instant());
            return past || end.isAfter(Expiry.LAST) ? Expiry.after(dailyLife) : Expiry.at(end);
        } catch (DateTimeException noDate) {
            return Expiry.after(dailyLife);
        }
    }

    private static Duration declared(KeyPattern pattern) {
        return ((Lifetime.Lasting) pattern.lifetime()).length();
    }
}
