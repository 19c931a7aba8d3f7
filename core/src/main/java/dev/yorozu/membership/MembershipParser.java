package dev.yorozu.membership;

import dev.yorozu.json.Document;
import dev.yorozu.keyspace.PatreonKeys;
import dev.yorozu.secret.Digests;
import dev.yorozu.store.Bytes;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Reads memberships out of the provider's answers and its webhooks. Both go by the same rule: of the members of the
 * campaign the active one counts, and of the tiers it is entitled to the largest.
 *
 * <p>No answer makes it throw: what it cannot make sense of is as if it were not there, and a user that is not known to be
 * entitled to a plan has none.
 */
public final class MembershipParser {
    private static final int LONGEST_PLEDGE_ID = 64;
    /** What happened is told after it did; so much for clocks that differ. */
    private static final Duration AHEAD = Duration.ofDays(1);

    private static final Instant EARLIEST = Instant.EPOCH;

    private final Optional<String> campaign;

    /** @param campaign the id of the campaign whose members count; empty where those of any do */
    public MembershipParser(Optional<String> campaign) {
        this.campaign = campaign;
    }

    /**
     * What the provider's identity says of its user; empty when it names none whose id may stand in a key.
     *
     * @param hasBonus whether a user has bonus tokens left, which the provider does not know
     */
    public Optional<Membership> identity(Document answer, Predicate<String> hasBonus) {
        JsonApiDocument resources = new JsonApiDocument(answer);
        return resources
                .subject("user")
                .flatMap(user -> user.text("id")
                        .filter(MembershipParser::isUser)
                        .map(id -> membership(
                                id, JsonApiDocument.attributes(user), entitlement(resources), hasBonus.test(id))));
    }

    private static Membership membership(String user, Document person, Entitlement entitlement, boolean hasBonus) {
        return new Membership(
                user,
                person.text("email").orElse(""),
                person.text("full_name").orElse(""),
                entitlement.plan(),
                hasBonus,
                entitlement.pledgeCents(),
                entitlement.lifetimeCents(),
                entitlement.nextChargeDate(),
                entitlement.active(),
                entitlement.tierId(),
                entitlement.status());
    }

    private Entitlement entitlement(JsonApiDocument resources) {
        return resources.all("member").stream()
                .filter(this::isOfCampaign)
                .map(member -> Entitlement.of(member, resources))
                .max(Entitlement.BEST_LAST)
                .orElse(Entitlement.NONE);
    }

    /**
     * What a delivery of a webhook says of a member.
     *
     * @param event its name, which is not in the body
     * @param body as it came
     * @return empty when it is not about a member of this campaign
     */
    public Optional<PledgeEvent> event(String event, Bytes body, Instant now) {
        return Document.parse(body)
                .map(JsonApiDocument::new)
                .flatMap(resources -> resources
                        .subject("member")
                        .filter(this::isOfCampaign)
                        .flatMap(member -> JsonApiDocument.one(member, "user")
                                .map(JsonApiDocument.Ref::id)
                                .filter(MembershipParser::isUser)
                                .map(user ->
                                        event(event, body, user, member, Entitlement.of(member, resources), now))));
    }

    private static PledgeEvent event(
            String event, Bytes body, String user, Document member, Entitlement entitlement, Instant now) {
        return new PledgeEvent(
                delivery(event, body),
                user,
                member.text("id").filter(id -> id.length() <= LONGEST_PLEDGE_ID).orElse(""),
                event,
                PledgeEvent.isDeletion(event) ? Plan.FREE : entitlement.plan(),
                entitlement.status(),
                moment(JsonApiDocument.attributes(member), now),
                entitlement.lifetimeCents(),
                now);
    }

    private boolean isOfCampaign(Document member) {
        return campaign.isEmpty()
                || JsonApiDocument.one(member, "campaign")
                        .map(JsonApiDocument.Ref::id)
                        .equals(campaign);
    }

    private static boolean isUser(String id) {
        return PatreonKeys.MEMBERSHIP.find(id).isPresent();
    }

    /** The later of last charge and beginning of the pledge: a patron that comes back has pledged anew, and not yet paid. */
    private static Optional<Instant> moment(Document member, Instant now) {
        return Stream.of("last_charge_date", "pledge_relationship_start")
                .flatMap(name -> member.text(name).flatMap(text -> past(text, now)).stream())
                .max(Comparator.naturalOrder());
    }

    /** One that lies ahead is none: were it believed, it would outdate everything that comes until then. */
    private static Optional<Instant> past(String text, Instant now) {
        try {
            Instant moment = OffsetDateTime.parse(text).toInstant();
            return moment.isBefore(EARLIEST) || moment.isAfter(now.plus(AHEAD))
                    ? Optional.empty()
                    : Optional.of(moment);
        } catch (DateTimeParseException noDate) {
            return Optional.empty();
        }
    }

    private static String delivery(String event, Bytes body) {
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        whole.writeBytes(event.getBytes(StandardCharsets.UTF_8));
        whole.write('\n');
        whole.writeBytes(body.toArray());
        return HexFormat.of().formatHex(Digests.sha256(whole.toByteArray()));
    }
}
