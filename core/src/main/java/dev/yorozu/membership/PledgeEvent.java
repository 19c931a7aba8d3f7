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
 * @param lastCharge when the patron was last charged, or pledged anew since, as far as the event says so
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
    /** The event by which the provider says what became of a pledge when its payment was due. */
    private static final String UPDATE = "members:pledge:update";

    /**
     * Whether no session may go on, because what was due was not paid. Other events tell of the same status while the
     * period that was paid for may still run: a patron that cancels stays until its end.
     */
    public boolean endsSessions() {
        return event.equals(UPDATE) && (status.equals(Membership.DECLINED) || status.equals(Membership.FORMER));
    }

    /** Whether an event of this name says that something of a patron is gone. */
    static boolean isDeletion(String event) {
        return event.endsWith(":delete");
    }

    /** Whether the pledge is over. */
    public boolean ended() {
        return isDeletion(event) || status.equals(Membership.FORMER);
    }

    /**
     * Whether this event tells of an earlier moment than another of the same patron (below zero), of a later one (above),
     * or neither. Deliveries have no number, and arrive in any order; what they tell of the pledge decides: the last
     * charge, where both know it; then what is over comes after what is not; then what was given so far, which only
     * grows.
     *
     * <p>Three events of which one does not know its last charge may go round in a circle. So this is no order to sort
     * by.
     */
    public int compareMoments(PledgeEvent other) {
        int charges = lastCharge.isPresent() && other.lastCharge.isPresent()
                ? lastCharge.get().compareTo(other.lastCharge.get())
                : 0;
        if (charges != 0) {
            return charges;
        }
        int ends = Boolean.compare(ended(), other.ended());
        return ends != 0 ? ends : Long.compare(lifetimeCents, other.lifetimeCents);
    }
}
