package dev.yorozu.oauth;

import java.net.URI;
import java.util.List;
import java.util.Map;

/** Patreon as a provider. Its answers are JSON:API documents. */
public final class Patreon {
    public static final URI API_URL = URI.create("https://www.patreon.com");

    /** What is asked of an identity: the person, each membership, its campaign, and the tiers that it entitles to. */
    private static final String IDENTITY = "/api/oauth2/v2/identity"
            + "?include=memberships.currently_entitled_tiers,memberships.campaign"
            + "&fields%5Buser%5D=email,full_name"
            + "&fields%5Bmember%5D=patron_status,currently_entitled_amount_cents,next_charge_date,"
            + "campaign_lifetime_support_cents"
            + "&fields%5Btier%5D=title,amount_cents";

    private Patreon() {}

    /** Patreon, or a stand-in for it at another place. */
    public static Provider provider(URI apiUrl, String clientId, String clientSecret) {
        return new Provider(
                "Patreon",
                Provider.below(apiUrl, "/oauth2/authorize"),
                Provider.below(apiUrl, "/api/oauth2/token"),
                Provider.below(apiUrl, IDENTITY),
                clientId,
                clientSecret,
                clientSecret.isEmpty() ? ClientAuthentication.NONE : ClientAuthentication.BODY,
                List.of("identity", "identity[email]", "identity.memberships"),
                Map.of());
    }
}
