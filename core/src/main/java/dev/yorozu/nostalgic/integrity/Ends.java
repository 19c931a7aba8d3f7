package dev.yorozu.nostalgic.integrity;

import dev.yorozu.keyspace.NostalgicKeys;
import dev.yorozu.nostalgic.Kind;
import dev.yorozu.store.Expiry;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;

/** When keys end that have lost their end. */
record Ends(IntegrityPolicy policy) {
    /** Longer than any day is, that on which clocks are set back included. */
    private static final Duration LONGEST_DAY = Duration.ofHours(26);

    Expiry of(Place.Data place) {
        if (place.pattern().equals(NostalgicKeys.COUNTER_DAILY)) {
            return daily(place);
        }
        if (place.pattern().equals(place.kind().keys().marks())) {
            // Some user may have got a mark since the list was looked at: it must not end before that one does.
            return Expiry.after(LONGEST_DAY);
        }
        return place.pattern().equals(place.kind().keys().addresses())
                ? Expiry.at(policy.days().today().end())
                : mark(place.kind());
    }

    private Expiry mark(Kind kind) {
        return switch (kind) {
            case COUNTER, LIKE -> Expiry.at(policy.days().today().end());
            case RANKING -> Expiry.after(policy.submitCooldown());
            case BOARD -> Expiry.after(policy.postCooldown());
        };
    }

    private Expiry daily(Place.Data place) {
        String name = place.key().name();
        Duration life = policy.dailyLife();
        try {
            LocalDate date = LocalDate.parse(name.substring(name.lastIndexOf(':') + 1));
            Instant end = policy.days().on(date).start().plus(life);
            // One that should have ended by now was kept all the same: to give it an end must not delete it at once.
            boolean past = !end.isAfter(policy.days().clock().instant());
            return past || end.isAfter(Expiry.LAST) ? Expiry.after(life) : Expiry.at(end);
        } catch (DateTimeException noDate) {
            return Expiry.after(life);
        }
    }
}
