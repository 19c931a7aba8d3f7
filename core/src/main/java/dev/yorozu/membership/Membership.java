package dev.yorozu.membership;

import java.util.Optional;

/**
 * The membership of one user at the configured campaign.
 *
 * @param userId the provider's id, never that of a profile
 * @param nextChargeDate as the provider writes it
 * @param tierId empty without a tier
 * @param patronStatus as the provider says it, or {@link #NOT_A_PATRON}
 */
public record Membership(
        String userId,
        String email,
        String fullName,
        Plan plan,
        boolean hasBonusTokens,
        long pledgeAmountCents,
        long campaignLifetimeSupportCents,
        Optional<String> nextChargeDate,
        boolean isActive,
        String tierId,
        String patronStatus) {
    public static final String ACTIVE = "active_patron";
    public static final String DECLINED = "declined_patron";
    public static final String FORMER = "former_patron";
    public static final String NOT_A_PATRON = "not_patron";

    /** Shows neither address nor name. */
    @Override
    public String toString() {
        return "Membership[" + userId + " " + plan.text() + "]";
    }
}
