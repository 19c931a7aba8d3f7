package dev.yorozu.server.systems.patreon;

import dev.yorozu.membership.Membership;
import dev.yorozu.membership.Plan;
import java.util.Optional;

/**
 * Who has a session, as far as answers tell it.
 *
 * @param user the id at Patreon, never that of the profile
 * @param profile the id of the profile, where one is linked
 */
record Patron(
        String user,
        String email,
        String fullName,
        Plan plan,
        boolean hasBonusTokens,
        String tierId,
        String patronStatus,
        Optional<String> nextChargeDate,
        Optional<String> profile) {
    static Patron of(Membership membership, Optional<String> profile) {
        return new Patron(
                membership.userId(),
                membership.email(),
                membership.fullName(),
                membership.plan(),
                membership.hasBonusTokens(),
                membership.tierId(),
                membership.patronStatus(),
                membership.nextChargeDate(),
                profile);
    }

    /** Shows neither address nor name. */
    @Override
    public String toString() {
        return "Patron[" + user + " " + plan.text() + "]";
    }
}
