package dev.yorozu.server.demo.patreon;

import dev.yorozu.membership.Membership;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * What somebody pays.
 *
 * @param status in Patreon's words
 * @param tier what they may use for it: nothing while a charge is declined
 * @param lastCharge when Patreon last tried to charge them
 * @param lifetimeCents all they have paid so far
 */
record Pledge(String status, Optional<Tier> tier, Instant lastCharge, long lifetimeCents) {
    private static final Duration MONTH = Duration.ofDays(30);

    /** Somebody who has just paid for the first time. */
    static Pledge first(Tier tier, Instant at) {
        return new Pledge(Membership.ACTIVE, Optional.of(tier), at, tier.cents());
    }

    /** This pledge after another charge, which went well. */
    Pledge paid(Tier chosen, Instant now) {
        return new Pledge(Membership.ACTIVE, Optional.of(chosen), next(now), lifetimeCents + chosen.cents());
    }

    Pledge declined(Instant now) {
        return new Pledge(Membership.DECLINED, Optional.empty(), next(now), lifetimeCents);
    }

    Pledge left() {
        return new Pledge(Membership.FORMER, Optional.empty(), lastCharge, lifetimeCents);
    }

    /** Events are put in order by their charges, so that no two are at the same time. */
    private Instant next(Instant now) {
        return now.isAfter(lastCharge) ? now : lastCharge.plusMillis(1);
    }

    boolean isActive() {
        return status.equals(Membership.ACTIVE);
    }

    boolean isOver() {
        return status.equals(Membership.FORMER);
    }

    Optional<Instant> nextCharge() {
        return isActive() ? Optional.of(lastCharge.plus(MONTH)) : Optional.empty();
    }

    /** How the last charge went, in Patreon's words. */
    String lastChargeStatus() {
        return status.equals(Membership.DECLINED) ? "Declined" : "Paid";
    }
}
