package dev.yorozu.server.demo.patreon;

import dev.yorozu.server.demo.provider.Person;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** People and their pledges in Patreon's words, which are those of JSON:API. */
final class MemberJson {
    /** The one campaign there is. */
    static final String CAMPAIGN = "7000001";

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern(
                    "uuuu-MM-dd'T'HH:mm:ss.SSSxxx", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private MemberJson() {}

    /** Which attributes of a type of resource somebody wants to see. */
    @FunctionalInterface
    interface Fields {
        Fields ALL = (type, name) -> true;

        boolean wants(String type, String name);
    }

    /** What {@code identity} answers. */
    static ObjectNode identity(Person person, Optional<Pledge> pledge, Fields fields) {
        ObjectNode answer = object();
        ObjectNode user = user(person, fields);
        answer.set("data", user);
        ArrayNode memberships =
                user.putObject("relationships").putObject("memberships").putArray("data");
        ArrayNode included = answer.putArray("included");
        pledge.ifPresent(found -> {
            memberships.add(reference("member", memberId(person)));
            included.add(member(person, found, fields));
            includeAround(included, found, fields);
        });
        answer.putObject("links").put("self", "https://www.patreon.com/api/oauth2/v2/user/" + person.id());
        return answer;
    }

    /** The body of a webhook. */
    static ObjectNode event(Person person, Pledge pledge) {
        ObjectNode body = object();
        ObjectNode member = member(person, pledge, Fields.ALL);
        ((ObjectNode) member.get("relationships")).putObject("user").set("data", reference("user", person.id()));
        body.set("data", member);
        ArrayNode included = body.putArray("included");
        included.add(user(person, Fields.ALL));
        includeAround(included, pledge, Fields.ALL);
        body.putObject("links").put("self", "https://www.patreon.com/api/oauth2/v2/members/" + memberId(person));
        return body;
    }

    private static ObjectNode member(Person person, Pledge pledge, Fields fields) {
        ObjectNode attributes = object().put("campaign_lifetime_support_cents", pledge.lifetimeCents())
                .put(
                        "currently_entitled_amount_cents",
                        pledge.tier().map(Tier::cents).orElse(0L))
                .put("email", email(person))
                .put("full_name", person.name())
                .put("last_charge_date", TIME.format(pledge.lastCharge()))
                .put("last_charge_status", pledge.lastChargeStatus())
                .put("next_charge_date", pledge.nextCharge().map(TIME::format).orElse(null))
                .put("patron_status", pledge.status());
        ObjectNode member = resource("member", memberId(person), attributes, fields);
        ObjectNode relationships = member.putObject("relationships");
        relationships.putObject("campaign").set("data", reference("campaign", CAMPAIGN));
        ArrayNode tiers = relationships.putObject("currently_entitled_tiers").putArray("data");
        pledge.tier().ifPresent(tier -> tiers.add(reference("tier", tier.id())));
        return member;
    }

    private static void includeAround(ArrayNode included, Pledge pledge, Fields fields) {
        included.add(resource("campaign", CAMPAIGN, object(), fields));
        pledge.tier().ifPresent(tier -> {
            ObjectNode attributes = object().put("amount_cents", tier.cents()).put("title", tier.title());
            included.add(resource("tier", tier.id(), attributes, fields));
        });
    }

    private static ObjectNode resource(String type, String id, ObjectNode attributes, Fields fields) {
        ObjectNode resource = object();
        ObjectNode wanted = resource.putObject("attributes");
        attributes.properties().forEach(attribute -> {
            if (fields.wants(type, attribute.getKey())) {
                wanted.set(attribute.getKey(), attribute.getValue());
            }
        });
        return resource.put("id", id).put("type", type);
    }

    private static ObjectNode user(Person person, Fields fields) {
        ObjectNode attributes = object().put("email", email(person)).put("full_name", person.name());
        return resource("user", person.id(), attributes, fields);
    }

    private static ObjectNode reference(String type, String id) {
        return object().put("id", id).put("type", type);
    }

    private static ObjectNode object() {
        return JsonMapper.shared().createObjectNode();
    }

    private static String email(Person person) {
        boolean plain = person.name().matches("[A-Za-z]+");
        return (plain ? person.name().toLowerCase(Locale.ROOT) : "p" + person.id()) + "@example.com";
    }

    /** Always the same for the same person, as the id of a member is. */
    private static String memberId(Person person) {
        return UUID.nameUUIDFromBytes(("practice member " + person.id()).getBytes(StandardCharsets.UTF_8))
                .toString();
    }
}
