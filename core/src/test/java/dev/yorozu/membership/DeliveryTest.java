package dev.yorozu.membership;

import static dev.yorozu.membership.JsonApi.delivery;
import static dev.yorozu.membership.JsonApi.member;
import static dev.yorozu.membership.JsonApi.tier;
import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.secret.Digests;
import dev.yorozu.store.Bytes;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What deliveries of a webhook say, and that none of them does harm. */
class DeliveryTest {
    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
    private static final String UPDATE = "members:pledge:update";
    private static final String ACTIVE = "\"patron_status\":\"active_patron\"";

    private final MembershipParser rule = new MembershipParser(Optional.of("77"));

    private Optional<PledgeEvent> read(String event, String body) {
        return rule.event(event, Bytes.of(body), NOW);
    }

    private static String body(String attributes) {
        return delivery(member("m1", "77", attributes, List.of("t5")), tier("t5", 500));
    }

    @Test
    void everythingThatIsToldIsRead() {
        String body = body(ACTIVE + ",\"last_charge_date\":\"2026-02-01T09:30:00.000+09:00\","
                + "\"campaign_lifetime_support_cents\":2500,\"email\":\"mio@example.com\"");
        assertThat(read(UPDATE, body))
                .contains(new PledgeEvent(
                        Digests.hex(UPDATE + "\n" + body),
                        "4711",
                        "m1",
                        UPDATE,
                        Plan.PREMIUM,
                        "active_patron",
                        Optional.of(Instant.parse("2026-02-01T00:30:00Z")),
                        2500,
                        NOW));
    }

    @Test
    void theSameDeliveryIsTheSameAndAnyOtherIsAnother() {
        String body = body(ACTIVE);
        String delivery = read(UPDATE, body).orElseThrow().delivery();
        assertThat(rule.event(UPDATE, Bytes.of(body), NOW.plusSeconds(60)))
                .hasValueSatisfying(again -> assertThat(again.delivery()).isEqualTo(delivery));
        assertThat(read("members:update", body).orElseThrow().delivery()).isNotEqualTo(delivery);
        assertThat(read(UPDATE, body + " ").orElseThrow().delivery()).isNotEqualTo(delivery);
    }

    @ParameterizedTest
    @CsvSource({
        "members:create, Premium, false",
        "members:pledge:create, Premium, false",
        "members:pledge:update, Premium, false",
        "members:pledge:delete, Free, true",
        "members:delete, Free, true"
    })
    void aDeletionLeavesNoPlan(String event, String plan, boolean ended) {
        PledgeEvent read = read(event, body(ACTIVE)).orElseThrow();
        assertThat(read.plan().text()).isEqualTo(plan);
        assertThat(read.ended()).isEqualTo(ended);
        assertThat(read.endsSessions()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "members:create",
                "members:update",
                "members:delete",
                "members:pledge:create",
                "members:pledge:delete"
            })
    void onlyAnUpdateOfThePledgeEndsSessions(String event) {
        for (String status : List.of("declined_patron", "former_patron")) {
            PledgeEvent read =
                    read(event, body("\"patron_status\":\"" + status + "\"")).orElseThrow();
            assertThat(read.endsSessions()).isFalse();
        }
    }

    @ParameterizedTest
    @CsvSource({"declined_patron, true, false", "former_patron, true, true", "active_patron, false, false"})
    void whoIsNoPatronAnyMoreMayNotGoOn(String status, boolean endsSessions, boolean ended) {
        PledgeEvent read =
                read(UPDATE, body("\"patron_status\":\"" + status + "\"")).orElseThrow();
        assertThat(read.endsSessions()).isEqualTo(endsSessions);
        assertThat(read.ended()).isEqualTo(ended);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "null",
                "5",
                "\"\"",
                "\"yesterday\"",
                "\"2026-13-01T00:00:00Z\"",
                "\"2026-02-01\"",
                "\"+999999999-12-31T23:59:59Z\"",
                "\"-999999999-01-01T00:00:00+18:00\"",
                "\"1969-12-31T23:59:59Z\"",
                "\"2026-03-03T00:00:00Z\""
            })
    void aChargeThatCannotHaveBeenIsNotKnown(String charge) {
        PledgeEvent read =
                read(UPDATE, body(ACTIVE + ",\"last_charge_date\":" + charge)).orElseThrow();
        assertThat(read.lastCharge()).isEmpty();
        assertThat(read.plan()).isEqualTo(Plan.PREMIUM);
    }

    @ParameterizedTest
    @CsvSource({
        "'\"campaign_lifetime_support_cents\":700,\"lifetime_support_cents\":900', 700",
        "'\"lifetime_support_cents\":900', 900",
        "'\"lifetime_support_cents\":\"900\"', 0",
        "'\"lifetime_support_cents\":-900', 0",
        "'\"lifetime_support_cents\":1e3', 0",
        "'\"lifetime_support_cents\":99999999999999999999', 0"
    })
    void whatWasGivenSoFarIsAWholeNumberOrNothing(String attribute, long cents) {
        assertThat(read(UPDATE, body(ACTIVE + "," + attribute)).orElseThrow().lifetimeCents())
                .isEqualTo(cents);
    }

    @Test
    void whatIsNotAboutAMemberIsNone() {
        String member = member("m1", "77", ACTIVE, List.of("t5"));
        assertThat(read("posts:publish", delivery(member.replace("\"type\":\"member\"", "\"type\":\"post\""))))
                .isEmpty();
        assertThat(read(UPDATE, delivery(member.replace("\"user\":{", "\"reader\":{"))))
                .isEmpty();
        assertThat(read(UPDATE, delivery(member.replace("4711", "47:11")))).isEmpty();
        assertThat(read(UPDATE, delivery(member.replace("4711", "4".repeat(65)))))
                .isEmpty();
        assertThat(read(UPDATE, delivery(member.replace("\"4711\"", "4711")))).isEmpty();
        assertThat(read(UPDATE, delivery(member))).isPresent();
    }

    @Test
    void anOverlongPledgeIsNotNamed() {
        assertThat(read(UPDATE, delivery(member("m".repeat(65), "77", ACTIVE, List.of())))
                        .orElseThrow()
                        .pledge())
                .isEmpty();
    }

    @Test
    void whatIsNoDeliveryIsNone() {
        String deep = "{\"data\":".repeat(20_000);
        String nested = "[".repeat(20_000) + "]".repeat(20_000);
        for (String body : List.of(
                "",
                "null",
                "[]",
                "7",
                "{",
                deep,
                "{\"data\":" + nested + "}",
                "{\"data\":{},\"data\":{}}",
                "{\"data\":" + "9".repeat(5000) + "}",
                "{\"data\":\"\\ud800\"}",
                "\u0000")) {
            assertThat(read(UPDATE, body)).isEmpty();
        }
        assertThat(rule.event(UPDATE, Bytes.wrap(new byte[] {'{', '"', (byte) 0xff, (byte) 0xc0, '"', '}'}), NOW))
                .isEmpty();
    }

    @Test
    void anyNumberOfTiersIsRead() {
        StringBuilder tiers = new StringBuilder(tier("t0", 100));
        for (int i = 1; i < 20_000; i++) {
            tiers.append(',').append(tier("t" + i, i % 400));
        }
        List<String> named = IntStream.range(0, 20_000).mapToObj(i -> "t" + i).toList();
        assertThat(read(UPDATE, delivery(member("m1", "77", ACTIVE, named), tiers.toString()))
                        .orElseThrow()
                        .plan())
                .isEqualTo(Plan.PRO);
    }

    /** Bytes are changed, lost and doubled at random; the seed is fixed, so that a failure can be repeated. */
    @Test
    void whateverBecomesOfADeliveryOnItsWayNothingIsThrown() {
        byte[] whole = Bytes.of(body(ACTIVE + ",\"last_charge_date\":\"2026-02-01T00:00:00Z\""))
                .toArray();
        Random random = new Random(42);
        int readable = 0;
        for (int round = 0; round < 5_000; round++) {
            byte[] torn = Arrays.copyOf(whole, random.nextInt(4) == 0 ? random.nextInt(whole.length) : whole.length);
            for (int change = random.nextInt(4); change >= 0 && torn.length > 0; change--) {
                int at = random.nextInt(torn.length);
                torn[at] = random.nextBoolean() ? (byte) random.nextInt(256) : torn[random.nextInt(torn.length)];
            }
            readable += rule.event(UPDATE, Bytes.wrap(torn), NOW).isPresent() ? 1 : 0;
        }
        assertThat(readable).isPositive();
    }

    @Test
    void whoPledgesAnewIsLaterThanTheirOwnLeaving() {
        String paid = ",\"last_charge_date\":\"2026-02-01T00:00:00Z\",\"pledge_relationship_start\":";
        PledgeEvent before =
                read(UPDATE, body(ACTIVE + paid + "\"2025-11-20T00:00:00Z\"")).orElseThrow();
        PledgeEvent anew =
                read(UPDATE, body(ACTIVE + paid + "\"2026-02-20T08:00:00Z\"")).orElseThrow();
        PledgeEvent left = read("members:pledge:delete", body(ACTIVE + paid + "\"2025-11-20T00:00:00Z\""))
                .orElseThrow();
        assertThat(before.lastCharge()).contains(Instant.parse("2026-02-01T00:00:00Z"));
        assertThat(anew.lastCharge()).contains(Instant.parse("2026-02-20T08:00:00Z"));
        assertThat(before.compareMoments(left)).isNegative();
        assertThat(anew.compareMoments(left)).isPositive();
    }
}
