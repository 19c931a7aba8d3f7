package dev.yorozu.membership;

import dev.yorozu.json.Document;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Answers and deliveries as Patreon writes them, put together from members and tiers. */
final class JsonApi {
    static final String PERSON = """
            "attributes":{"email":"mio@example.com","full_name":"Mio Sato"},\
            "relationships":{"memberships":{"data":[]}}""";

    private JsonApi() {}

    /** An identity of the user 4711. */
    static Document identity(String... included) {
        return Document.parse("{\"data\":{\"type\":\"user\",\"id\":\"4711\"," + PERSON + "},\"included\":["
                        + String.join(",", included) + "]}")
                .orElseThrow();
    }

    /** A member of a campaign whose tiers are named by their ids. */
    static String member(String id, String campaign, String status, String... tiers) {
        return member(
                id,
                campaign,
                "\"patron_status\":" + status + ",\"currently_entitled_amount_cents\":777,"
                        + "\"next_charge_date\":\"2026-04-01T00:00:00.000+00:00\",\"campaign_lifetime_support_cents\":9900",
                List.of(tiers));
    }

    static String member(String id, String campaign, String attributes, List<String> tiers) {
        return "{\"type\":\"member\",\"id\":\"" + id + "\",\"attributes\":{" + attributes + "},\"relationships\":{"
                + "\"campaign\":{\"data\":{\"type\":\"campaign\",\"id\":\"" + campaign + "\"}},"
                + "\"user\":{\"data\":{\"type\":\"user\",\"id\":\"4711\"}},"
                + "\"currently_entitled_tiers\":{\"data\":["
                + tiers.stream()
                        .map(tier -> "{\"type\":\"tier\",\"id\":\"" + tier + "\"}")
                        .collect(Collectors.joining(","))
                + "]}}}";
    }

    static String tier(String id, long cents) {
        return "{\"type\":\"tier\",\"id\":\"" + id + "\",\"attributes\":{\"title\":\"T\",\"amount_cents\":" + cents
                + "}}";
    }

    static String tierWithoutAmount(String id) {
        return "{\"type\":\"tier\",\"id\":\"" + id + "\",\"attributes\":{\"title\":\"T\"}}";
    }

    /** A delivery about a member. */
    static String delivery(String member, String... included) {
        List<String> all = new ArrayList<>(Arrays.asList(included));
        all.add("{\"type\":\"user\",\"id\":\"4711\",\"attributes\":{\"full_name\":\"Mio Sato\"}}");
        return "{\"data\":" + member + ",\"included\":[" + String.join(",", all) + "],\"links\":{\"self\":\"x\"}}";
    }
}
