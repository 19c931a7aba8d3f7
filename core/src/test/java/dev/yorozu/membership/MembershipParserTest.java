package dev.yorozu.membership;

import static dev.yorozu.membership.JsonApi.identity;
import static dev.yorozu.membership.JsonApi.member;
import static dev.yorozu.membership.JsonApi.tier;
import static dev.yorozu.membership.JsonApi.tierWithoutAmount;
import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.json.Document;
import dev.yorozu.store.Bytes;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What identities say, and that deliveries say the same. */
class MembershipParserTest {
    private static final String ACTIVE = "\"active_patron\"";
    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

    private final MembershipParser rule = new MembershipParser(Optional.of("77"));

    private Membership read(String... included) {
        return rule.identity(identity(included), user -> false).orElseThrow();
    }

    /** What is told of a member, in the identity and in a delivery; both must be the same. */
    private String plan(String member, String... tiers) {
        String[] included = new String[tiers.length + 1];
        included[0] = member;
        System.arraycopy(tiers, 0, included, 1, tiers.length);
        Membership membership = read(included);
        PledgeEvent event = rule.event("members:update", Bytes.of(JsonApi.delivery(member, tiers)), NOW)
                .orElseThrow();
        assertThat(event.plan()).isEqualTo(membership.plan());
        assertThat(event.status()).isEqualTo(membership.patronStatus());
        assertThat(event.lifetimeCents()).isEqualTo(membership.campaignLifetimeSupportCents());
        return membership.plan().text() + " " + membership.tierId();
    }

    @Test
    void everythingThatIsToldOfAnActiveMemberIsRead() {
        assertThat(read(member("m1", "77", ACTIVE, "t5"), tier("t5", 500)))
                .isEqualTo(new Membership(
                        "4711",
                        "mio@example.com",
                        "Mio Sato",
                        Plan.PREMIUM,
                        false,
                        777,
                        9900,
                        Optional.of("2026-04-01T00:00:00.000+00:00"),
                        true,
                        "t5",
                        "active_patron"));
    }

    @ParameterizedTest
    @CsvSource({
        "0, Free",
        "1, Free",
        "299, Free",
        "300, Pro",
        "301, Pro",
        "499, Pro",
        "500, Premium",
        "899, Premium",
        "900, Ultimate",
        "901, Ultimate",
        "9223372036854775807, Ultimate",
        "-900, Free"
    })
    void theAmountOfTheTierIsThePlan(long cents, String plan) {
        assertThat(plan(member("m1", "77", ACTIVE, "t1"), tier("t1", cents))).isEqualTo(plan + " t1");
    }

    @Test
    void ofSeveralTiersTheLargestCountsInWhateverOrderTheyCome() {
        String[] tiers = {tier("a", 300), tier("b", 900), tier("c", 500), tier("unheld", 2000)};
        assertThat(plan(member("m1", "77", ACTIVE, "a", "b", "c"), tiers)).isEqualTo("Ultimate b");
        assertThat(plan(member("m1", "77", ACTIVE, "b", "c", "a"), tiers)).isEqualTo("Ultimate b");
        assertThat(plan(member("m1", "77", ACTIVE, "c", "a"), tiers)).isEqualTo("Premium c");
    }

    @Test
    void aTierWhoseAmountIsNotToldEntitlesToNothing() {
        assertThat(plan(member("m1", "77", ACTIVE, "a"), tierWithoutAmount("a")))
                .isEqualTo("Free a");
        assertThat(plan(member("m1", "77", ACTIVE, "a"))).isEqualTo("Free a");
        assertThat(plan(member("m1", "77", ACTIVE, "a", "b"), tierWithoutAmount("a"), tier("b", 300)))
                .isEqualTo("Pro b");
        assertThat(plan(
                        member("m1", "77", ACTIVE, "a"),
                        "{\"type\":\"tier\",\"id\":\"a\",\"attributes\":{\"amount_cents\":\"900\"}}"))
                .isEqualTo("Free a");
    }

    @Test
    void anActiveMemberWithoutATierHasNoPlan() {
        Membership membership = read(member("m1", "77", ACTIVE), tier("t9", 900));
        assertThat(membership.plan()).isEqualTo(Plan.FREE);
        assertThat(membership.tierId()).isEmpty();
        assertThat(membership.isActive()).isTrue();
        assertThat(plan(member("m1", "77", ACTIVE))).isEqualTo("Free ");
    }

    @Test
    void whereNothingIsSaidOfTiersTheAmountEntitledToCounts() {
        String silent = member("m1", "77", ACTIVE).replace(",\"currently_entitled_tiers\":{\"data\":[]}", "");
        assertThat(plan(silent, tier("t9", 900))).isEqualTo("Premium ");
        assertThat(plan(silent.replace("777", "899"))).isEqualTo("Premium ");
        assertThat(plan(silent.replace("777", "900"))).isEqualTo("Ultimate ");
        assertThat(plan(silent.replace("active_patron", "former_patron"))).isEqualTo("Free ");
    }

    @ParameterizedTest
    @CsvSource({
        "\"declined_patron\", declined_patron",
        "\"former_patron\", former_patron",
        "\"something_new\", something_new",
        "null, not_patron",
        "\" \", not_patron",
        "5, not_patron"
    })
    void whoIsNotActiveHasNoPlanWhateverIsStillListed(String told, String status) {
        Membership membership = read(member("m1", "77", told, "t9"), tier("t9", 900));
        assertThat(membership)
                .isEqualTo(new Membership(
                        "4711",
                        "mio@example.com",
                        "Mio Sato",
                        Plan.FREE,
                        false,
                        0,
                        9900,
                        Optional.empty(),
                        false,
                        "",
                        status));
        assertThat(plan(member("m1", "77", told, "t9"), tier("t9", 900))).isEqualTo("Free ");
    }

    @Test
    void membersOfOtherCampaignsDoNotCount() {
        String other = member("m1", "78", ACTIVE, "t9");
        assertThat(read(other, tier("t9", 900)))
                .isEqualTo(new Membership(
                        "4711",
                        "mio@example.com",
                        "Mio Sato",
                        Plan.FREE,
                        false,
                        0,
                        0,
                        Optional.empty(),
                        false,
                        "",
                        "not_patron"));
        assertThat(read(other, tier("t9", 900), member("m2", "77", ACTIVE, "t3"), tier("t3", 300)))
                .extracting(Membership::plan, Membership::tierId)
                .containsExactly(Plan.PRO, "t3");
        assertThat(read(other, tier("t9", 900), member("m2", "77", "\"former_patron\"", "t3"), tier("t3", 300)))
                .extracting(Membership::plan, Membership::patronStatus)
                .containsExactly(Plan.FREE, "former_patron");
        assertThat(rule.event("members:update", Bytes.of(JsonApi.delivery(other, tier("t9", 900))), NOW))
                .isEmpty();
    }

    @Test
    void aMemberWithoutACampaignIsOfNoneThatIsConfigured() {
        String stray = "{\"type\":\"member\",\"id\":\"m1\",\"attributes\":{\"patron_status\":" + ACTIVE
                + "},\"relationships\":{\"user\":{\"data\":{\"type\":\"user\",\"id\":\"4711\"}},"
                + "\"currently_entitled_tiers\":{\"data\":[{\"type\":\"tier\",\"id\":\"t9\"}]}}}";
        assertThat(read(stray, tier("t9", 900)).plan()).isEqualTo(Plan.FREE);
        assertThat(rule.event("members:update", Bytes.of(JsonApi.delivery(stray)), NOW))
                .isEmpty();
        MembershipParser any = new MembershipParser(Optional.empty());
        assertThat(any.identity(identity(stray, tier("t9", 900)), user -> false)
                        .orElseThrow()
                        .plan())
                .isEqualTo(Plan.ULTIMATE);
    }

    @Test
    void withoutAConfiguredCampaignTheBestOfAllCounts() {
        MembershipParser any = new MembershipParser(Optional.empty());
        String[] tiers = {tier("t3", 300), tier("t9", 900), tier("t5", 500)};
        for (List<String> order : List.of(List.of("m1", "m2", "m3"), List.of("m3", "m2", "m1"))) {
            Membership membership = any.identity(
                            identity(
                                    member(order.get(0), "1", ACTIVE, "t3"),
                                    member(order.get(1), "2", "\"declined_patron\"", "t9"),
                                    member(order.get(2), "3", ACTIVE, "t5"),
                                    tiers[0],
                                    tiers[1],
                                    tiers[2]),
                            user -> false)
                    .orElseThrow();
            assertThat(membership.plan()).isEqualTo(Plan.PREMIUM);
            assertThat(membership.patronStatus()).isEqualTo("active_patron");
        }
    }

    @Test
    void whoWasOnceAMemberIsToldFromWhoNeverWas() {
        String never = member("m2", "77", "null");
        String once = member("m1", "77", "\"former_patron\"");
        assertThat(read(never, once).patronStatus()).isEqualTo("former_patron");
        assertThat(read(once.replace("m1", "m3"), never).patronStatus()).isEqualTo("former_patron");
    }

    @Test
    void anIdentityWithoutMembersIsThatOfNoPatron() {
        for (String answer : List.of(
                "{\"data\":{\"type\":\"user\",\"id\":\"4711\"}}",
                "{\"data\":{\"type\":\"user\",\"id\":\"4711\",\"attributes\":{\"email\":null}},\"included\":null}",
                "{\"data\":{\"type\":\"user\",\"id\":\"4711\",\"attributes\":[]},\"included\":[1,2]}")) {
            assertThat(rule.identity(Document.parse(answer).orElseThrow(), user -> false))
                    .contains(new Membership(
                            "4711", "", "", Plan.FREE, false, 0, 0, Optional.empty(), false, "", "not_patron"));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"data\":null}",
                "{\"data\":[]}",
                "{\"data\":{\"type\":\"user\"}}",
                "{\"data\":{\"type\":\"user\",\"id\":4711}}",
                "{\"data\":{\"type\":\"user\",\"id\":\"\"}}",
                "{\"data\":{\"type\":\"user\",\"id\":\"a:b\"}}",
                "{\"data\":{\"type\":\"user\",\"id\":\"a/../b\"}}",
                "{\"data\":{\"type\":\"campaign\",\"id\":\"4711\"}}",
                "{\"errors\":[{\"code\":1}]}"
            })
    void anAnswerThatNamesNoUserIsOfNoUse(String answer) {
        assertThat(rule.identity(Document.parse(answer).orElseThrow(), user -> false))
                .isEmpty();
    }

    @Test
    void aTextFormShowsNeitherAddressNorName() {
        assertThat(read(member("m1", "77", ACTIVE, "t5"), tier("t5", 500)).toString())
                .doesNotContain("mio")
                .doesNotContain("Sato");
    }
}
