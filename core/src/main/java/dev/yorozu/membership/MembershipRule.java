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
import java.util.stream.Stream;

/**
 * What somebody is at the campaign, as the provider's answers and its webhooks say it. Both go by the same rule: of the
 * members of the campaign the active one counts, and of the tiers it is entitled to the largest.
 *
 * <p>Whatever an answer holds, the rule throws nothing: what it cannot make sense of is as if it were not there, and who
 * is not known to be entitled to a plan has none.
 */
public final class MembershipRule {
    private static final int LONGEST_PLEDGE_ID = 64;
    /** What happened is told after it did; so much for clocks that differ. */
    private static final Duration AHEAD = Duration.ofDays(1);

    private static final Instant EARLIEST = Instant.EPOCH;

    private final Optional<String> campaign;

    /** @param campaign the id of the campaign whose members count; empty where those of any do */
    public MembershipRule(Optional<String> campaign) {
        this.campaign = campaign;
    }

    /** What the provider's identity says of its user; empty when it names none whose id may stand in a key. */
    public Optional<Membership> identity(Document answer) {
        Resources resources = new Resources(answer);
        return resources
                .subject("user")
                .flatMap(user -> user.text("id")
                        .filter(MembershipRule::isUser)
                        .map(id -> membership(id, Resources.attributes(user), standing(resources))));
    }

    private static Membership membership(String user, Document person, Standing standing) {
        return new Membership(
                user,
                person.text("email").orElse(""),
                person.text("full_name").orElse(""),
                standing.plan(),
                false,
                standing.pledgeCents(),
                standing.lifetimeCents(),
                standing.nextChargeDate(),
                standing.active(),
                standing.tierId(),
                standing.status());
    }

    private Standing standing(Resources resources) {
        return resources.all("member").stream()
                .filter(this::isOfCampaign)
                .map(member -> Standing.of(member, resources))
                .max(Standing.BEST_LAST)
                .orElse(Standing.NONE);
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
                .map(Resources::new)
                .flatMap(resources -> resources
                        .subject("member")
                        .filter(this::isOfCampaign)
                        .flatMap(member -> Resources.one(member, "user")
                                .map(Resources.Ref::id)
                                .filter(MembershipRule::isUser)
                                .map(user -> event(event, body, user, member, Standing.of(member, resources), now))));
    }

    private static PledgeEvent event(
            String event, Bytes body, String user, Document member, Standing standing, Instant now) {
        return new PledgeEvent(
                delivery(event, body),
                user,
                member.text("id").filter(id -> id.length() <= LONGEST_PLEDGE_ID).orElse(""),
                event,
                PledgeEvent.isDeletion(event) ? Plan.FREE : standing.plan(),
                standing.status(),
                moment(Resources.attributes(member), now),
                standing.lifetimeCents(),
                now);
    }

    private boolean isOfCampaign(Document member) {
        return campaign.isEmpty()
                || Resources.one(member, "campaign").map(Resources.Ref::id).equals(campaign);
    }

    private static boolean isUser(String id) {
        return PatreonKeys.MEMBERSHIP.find(id).isPresent();
    }

    /** Of the last charge and the beginning of the pledge the later: who comes back has pledged anew, and not yet paid. */
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
