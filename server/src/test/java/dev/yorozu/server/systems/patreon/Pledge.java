package dev.yorozu.server.systems.patreon;

/**
 * What somebody gives to a campaign, in the shape of Patreon's payloads.
 *
 * @param status as Patreon says it; {@code null} for who never gave
 * @param tierCents what the tier costs that they are entitled to; 0 for none
 * @param lifetimeCents all that they gave so far
 * @param lastCharge when they were charged last
 */
public record Pledge(String campaign, String status, long tierCents, long lifetimeCents, String lastCharge) {
    static final String NEXT_CHARGE = "2026-12-01T08:00:00.000+00:00";
    static final Pledge NONE = new Pledge(PatreonStandIn.CAMPAIGN, "null", 0, 0, "2026-11-01T08:00:00.000+00:00");

    public static Pledge of(long tierCents) {
        return new Pledge(
                PatreonStandIn.CAMPAIGN, "active_patron", tierCents, tierCents, "2026-11-01T08:00:00.000+00:00");
    }

    Pledge standing(String newStatus) {
        return new Pledge(
                campaign, newStatus, newStatus.equals("active_patron") ? tierCents : 0, lifetimeCents, lastCharge);
    }

    Pledge given(long cents) {
        return new Pledge(campaign, status, tierCents, cents, lastCharge);
    }

    Pledge charged(String when) {
        return new Pledge(campaign, status, tierCents, lifetimeCents, when);
    }

    Pledge at(String otherCampaign) {
        return new Pledge(otherCampaign, status, tierCents, lifetimeCents, lastCharge);
    }

    String tier() {
        return "tier-" + tierCents;
    }

    /** What the identity endpoint answers of somebody who gives this. */
    String identity(String user) {
        return """
                {"data": {"id": "%1$s", "type": "user", "attributes": {"email": "patron%1$s@example.com", \
                "full_name": "Patron Number %1$s"}, "relationships": {"memberships": {"data": [{"id": "member-%1$s", \
                "type": "member"}]}}}, "included": [%2$s%3$s, {"id": "%4$s", "type": "campaign"}]}""".formatted(user, member(user), tiers(), campaign);
    }

    /** What a webhook says of somebody who gives this. */
    String webhook(String user) {
        return "{\"data\": %s, \"included\": [{\"id\": \"%s\", \"type\": \"campaign\"}%s]}"
                .formatted(member(user), campaign, tiers());
    }

    private String member(String user) {
        return """
                {"id": "member-%1$s", "type": "member", "attributes": {"patron_status": %2$s, \
                "currently_entitled_amount_cents": %3$d, "campaign_lifetime_support_cents": %4$d, \
                "last_charge_date": "%5$s", "next_charge_date": "%6$s"}, "relationships": {"campaign": {"data": \
                {"id": "%7$s", "type": "campaign"}}, "user": {"data": {"id": "%1$s", "type": "user"}}, \
                "currently_entitled_tiers": {"data": [%8$s]}}}""".formatted(
                        user,
                        status.equals("null") ? status : "\"" + status + "\"",
                        tierCents,
                        lifetimeCents,
                        lastCharge,
                        NEXT_CHARGE,
                        campaign,
                        tierCents == 0 ? "" : "{\"id\": \"" + tier() + "\", \"type\": \"tier\"}");
    }

    private String tiers() {
        return tierCents == 0
                ? ""
                : ", {\"id\": \"%s\", \"type\": \"tier\", \"attributes\": {\"title\": \"A tier\", \"amount_cents\": %d}}"
                        .formatted(tier(), tierCents);
    }
}
