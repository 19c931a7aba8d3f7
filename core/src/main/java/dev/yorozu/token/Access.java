package dev.yorozu.token;

import java.time.Duration;
import java.time.Instant;

/**
 * An access token that was allotted to a login: its id, and its time in whole seconds, as such tokens count it.
 *
 * @param id the token's {@code jti}; it grants no access
 */
public record Access(String id, Instant issuedAt, Instant endsAt) {
    public Access {
        issuedAt = wholeSecond(issuedAt);
        endsAt = wholeSecond(endsAt);
    }

    private static Instant wholeSecond(Instant time) {
        return time.getNano() == 0 ? time : Instant.ofEpochSecond(time.getEpochSecond());
    }

    /** Whether a server whose clock is so far apart may still accept it. */
    public boolean lives(Instant now, Duration skew) {
        return now.isBefore(endsAt.plus(skew));
    }

    /** The same token where another has its times, else the other. */
    public Access lasting(Access other) {
        return issuedAt.equals(other.issuedAt) && endsAt.equals(other.endsAt) ? this : other;
    }
}
