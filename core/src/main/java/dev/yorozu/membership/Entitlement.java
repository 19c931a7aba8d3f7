package dev.yorozu.membership;

import dev.yorozu.json.Document;
import java.util.Comparator;
import java.util.Optional;

/**
 * What one member of a campaign is entitled to. A member that does not pay at present has no tier, whatever the provider
 * still lists. Where nothing is said of tiers at all, as in some webhooks, the amount that the member is entitled to stands for
 * the one that it pays for.
 *
 * @param tierCents the amount of the largest tier; 0 without one
 */
record Entitlement(
        String status,
        String tierId,
        long tierCents,
        long pledgeCents,
        long lifetimeCents,
        Optional<String> nextChargeDate) {
    /** Of a user that is no member. */
    static final Entitlement NONE = new Entitlement(Membership.NOT_A_PATRON, "", 0, 0, 0, Optional.empty());

    private static final int LONGEST_STATUS = 64;
    private static final String TIERS = "currently_entitled_tiers";

    /** An active member counts for more than others, a larger tier for more than a smaller one, any status than none. */
    static final Comparator<Entitlement> BEST_LAST = Comparator.comparing(Entitlement::active)
            .thenComparingLong(Entitlement::tierCents)
            .thenComparing(entitlement -> !entitlement.status().equals(Membership.NOT_A_PATRON));

    private record Tier(String id, long cents) {}

    static Entitlement of(Document member, JsonApiDocument resources) {
        Document attributes = JsonApiDocument.attributes(member);
        String status = attributes
                .text("patron_status")
                .filter(text -> !text.isBlank() && text.length() <= LONGEST_STATUS)
                .orElse(Membership.NOT_A_PATRON);
        long lifetime = lifetime(attributes);
        if (!status.equals(Membership.ACTIVE)) {
            return new Entitlement(status, "", 0, 0, lifetime, Optional.empty());
        }
        long entitled = cents(attributes, "currently_entitled_amount_cents");
        Tier tier = largest(member, resources).orElse(new Tier("", JsonApiDocument.says(member, TIERS) ? 0 : entitled));
        return new Entitlement(
                status, tier.id(), tier.cents(), entitled, lifetime, attributes.text("next_charge_date"));
    }

    boolean active() {
        return status.equals(Membership.ACTIVE);
    }

    Plan plan() {
        return Plan.ofTier(tierCents);
    }

    /** Of several tiers of one amount the first that is named. A tier whose amount is not told entitles to nothing. */
    private static Optional<Tier> largest(Document member, JsonApiDocument resources) {
        return JsonApiDocument.many(member, TIERS).stream()
                .filter(ref -> ref.type().equals("tier"))
                .map(ref -> new Tier(
                        ref.id(), resources.find(ref).map(Entitlement::amount).orElse(0L)))
                .reduce((largest, next) -> next.cents() > largest.cents() ? next : largest);
    }

    private static long amount(Document tier) {
        return cents(JsonApiDocument.attributes(tier), "amount_cents");
    }

    private static long lifetime(Document attributes) {
        return attributes.has("campaign_lifetime_support_cents")
                ? cents(attributes, "campaign_lifetime_support_cents")
                : cents(attributes, "lifetime_support_cents");
    }

    private static long cents(Document attributes, String name) {
        return Math.max(attributes.number(name).orElse(0), 0);
    }
}
