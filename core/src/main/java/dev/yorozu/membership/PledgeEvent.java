package dev.yorozu.membership;

import java.time.Instant;
import java.util.Optional;

/**
 * What one delivery of a webhook says of a patron.
 *
 * @param delivery the SHA-256 of event and body in hexadecimal: the same for the same delivery
 * @param user the provider's id
 * @param pledge the id of the pledge
 * @param event such as {@code members:pledge:update}
 * @param status as the provider says it, or {@link Membership#NOT_A_PATRON}
 * @param lastCharge when the patron was last charged, as far as the event says so
 * @param lifetimeCents what the patron has given so far
 */
public record PledgeEvent(
        String delivery,
        String user,
        String pledge,
        String event,
        Plan plan,
        String status,
        Optional<Instant> lastCharge,
        long lifetimeCents,
        Instant receivedAt) {
    /** Whether the patron is none any more, so that no session may go on. */
    public boolean endsSessions() {
        return status.equals(Membership.DECLINED) || status.equals(Membership.FORMER);
    }
}
