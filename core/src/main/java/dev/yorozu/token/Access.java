package dev.yorozu.token;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * An access token that was allotted to a login: its id, and its time in whole seconds, as such tokens count it.
 *
 * @param id the token's {@code jti}; it lets nobody in
 */
public record Access(String id, Instant issuedAt, Instant endsAt) {
    public Access {
        issuedAt = issuedAt.truncatedTo(ChronoUnit.SECONDS);
        endsAt = endsAt.truncatedTo(ChronoUnit.SECONDS);
    }

    boolean lives(Instant now, RefreshPolicy policy) {
        return now.isBefore(endsAt.plus(policy.skew()));
    }
}
