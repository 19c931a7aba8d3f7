package dev.yorozu.conformance.membership;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.membership.Membership;
import dev.yorozu.membership.Plan;
import dev.yorozu.oauth.Outgoing;
import dev.yorozu.oauth.ProviderResult.Success;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Life;
import dev.yorozu.store.Write;
import dev.yorozu.store.testkit.FaultyStore;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is kept of a membership, for how long, and what is not kept. */
@OnEveryStore
final class KeptTest extends MembershipSuite {
    private Membership membership() {
        return new Membership(
                user,
                "mio@example.com",
                "Mio Sato",
                Plan.PRO,
                false,
                300,
                9900,
                Optional.of("2026-04-01T00:00:00.000+00:00"),
                true,
                "t1",
                "active_patron");
    }

    private void write(String stored) {
        store().commit(Batch.builder()
                .put(copy, stored, Expiry.after(Duration.ofHours(1)))
                .build());
    }

    @Test
    void aCopyIsAsDocumentedAndAHitIsOneRead() {
        assertThat(server().of(user, TOKEN)).isEqualTo(new Success<>(membership()));
        assertThat(store().get(copy))
                .contains(Bytes.of("{\"membership\":{\"userId\":\"" + user
                        + "\",\"email\":\"mio@example.com\",\"fullName\":\"Mio Sato\",\"plan\":\"Pro\","
                        + "\"hasBonusTokens\":false,\"pledgeAmountCents\":300,\"campaignLifetimeSupportCents\":9900,"
                        + "\"nextChargeDate\":\"2026-04-01T00:00:00.000+00:00\",\"isActive\":true,\"tierId\":\"t1\","
                        + "\"patronStatus\":\"active_patron\"},\"cachedAt\":"
                        + clock.instant().toEpochMilli() + "}"));
        Life life = store().remaining(copy).orElseThrow();
        assertThat(((Life.Ends) life).left()).isBetween(Duration.ofMinutes(59), Duration.ofHours(1));
        FaultyStore counting = FaultyStore.counting(store());
        assertThat(server(counting).of(user, TOKEN)).isEqualTo(new Success<>(membership()));
        assertThat(counting.calls()).isEqualTo(1);
        assertThat(patreon.calls()).isEqualTo(1);
    }

    @Test
    void aCopyOfAnEarlierProgramIsRead() {
        write("{\"membership\":{\"userId\":\"" + user + "\",\"email\":\"old@example.com\",\"fullName\":\"Old\","
                + "\"plan\":\"Ultimate\",\"hasBonusTokens\":true,\"pledgeAmountCents\":900,"
                + "\"campaignLifetimeSupportCents\":1800,\"nextChargeDate\":null,\"isActive\":true},\"cachedAt\":1}");
        Membership expected = new Membership(
                user,
                "old@example.com",
                "Old",
                Plan.ULTIMATE,
                true,
                900,
                1800,
                Optional.empty(),
                true,
                "",
                "active_patron");
        assertThat(server().of(user, TOKEN)).isEqualTo(new Success<>(expected));
        write("{\"membership\":{\"userId\":\"" + user + "\",\"plan\":\"Free\",\"isActive\":false},\"cachedAt\":1}");
        assertThat(server().of(user, TOKEN))
                .isEqualTo(new Success<>(new Membership(
                        user, "", "", Plan.FREE, false, 0, 0, Optional.empty(), false, "", "not_patron")));
        assertThat(patreon.calls()).isZero();
    }

    @Test
    void whatCannotBeReadIsAskedForAnew() {
        int asked = 0;
        for (String broken : List.of(
                "word",
                "null",
                "{}",
                "{\"membership\":null,\"cachedAt\":1}",
                "{\"membership\":{\"userId\":\"1\",\"plan\":\"Gold\",\"isActive\":true},\"cachedAt\":1}",
                "{\"membership\":{\"plan\":\"Pro\",\"isActive\":true},\"cachedAt\":1}",
                "{\"membership\":{\"userId\":\"1\",\"plan\":\"Pro\"},\"cachedAt\":1}")) {
            write(broken);
            assertThat(server().of(user, TOKEN)).isEqualTo(new Success<>(membership()));
            assertThat(server().of(user, TOKEN)).isEqualTo(new Success<>(membership()));
            assertThat(patreon.calls()).isEqualTo(++asked);
        }
        store().commit(Batch.builder().delete(copy).build());
        store().commit(Batch.builder()
                .listPush(copy, Write.End.HEAD, Bytes.of("element"))
                .build());
        assertThat(server().of(user, TOKEN)).isEqualTo(new Success<>(membership()));
        assertThat(store().get(copy)).isPresent();
    }

    @Test
    void aCopyOfSomebodyWithoutANextChargeLeavesItOut() {
        patreon.answering(
                TOKEN,
                new Outgoing.Answer.Response(200, Bytes.of("{\"data\":{\"type\":\"user\",\"id\":\"" + user + "\"}}")));
        server().of(user, TOKEN);
        assertThat(store().get(copy).orElseThrow().text())
                .contains("\"campaignLifetimeSupportCents\":0,\"isActive\":false,\"tierId\":\"\"")
                .doesNotContain("nextChargeDate");
    }

    @Test
    void whatWentWrongIsToldAndNotKept() {
        Map<Outgoing.Answer, Integer> table = Map.of(
                PatreonStandIn.status(401),
                401,
                PatreonStandIn.status(403),
                403,
                PatreonStandIn.status(429),
                429,
                PatreonStandIn.status(503),
                503,
                PatreonStandIn.status(200),
                502,
                PatreonStandIn.status(302),
                502,
                new Outgoing.Answer.TimedOut(),
                504,
                new Outgoing.Answer.Unreachable(),
                502);
        table.forEach((answer, expected) -> {
            patreon.answering(TOKEN, answer);
            assertThat(failed(server().of(user, TOKEN))).isEqualTo(expected);
            assertThat(failed(server().sync(user, TOKEN))).isEqualTo(expected);
            assertThat(failed(server().fetch(TOKEN))).isEqualTo(expected);
            assertThat(there(copy)).isFalse();
            assertThat(there(lease)).isFalse();
        });
        pays(300);
        assertThat(plan(server())).isEqualTo(Plan.PRO);
    }

    @Test
    void anAccessTokenOfSomebodyElseSaysNothingOfThisUser() {
        patreon.patron(TOKEN, "1" + user.substring(1) + "0", 900);
        assertThat(failed(server().of(user, TOKEN))).isEqualTo(502);
        assertThat(there(copy)).isFalse();
    }

    @Test
    void bonusesComeFromWhereProfilesAreKept() {
        assertThat(bonus()).isFalse();
        String profile = patrons.link(user, Optional.empty()).orElseThrow().profile();
        assertThat(bonus()).isFalse();
        patrons.grant(profile, 1);
        assertThat(bonus()).isTrue();
        patrons.grant(user, 5).grant(profile, 0);
        assertThat(bonus()).isFalse();
        patrons.grant(profile, 1).away(true);
        assertThat(bonus()).isFalse();
        assertThat(plan(server())).isEqualTo(Plan.PRO);
    }

    private boolean bonus() {
        boolean synced = known(server().sync(user, TOKEN)).hasBonusTokens();
        assertThat(known(server().fetch(TOKEN)).hasBonusTokens()).isEqualTo(synced);
        return synced;
    }

    @Test
    void whatIsFetchedIsNotKept() {
        assertThat(server().fetch(TOKEN)).isEqualTo(new Success<>(membership()));
        assertThat(there(copy)).isFalse();
        server().remember(membership(), clock.instant());
        assertThat(plan(server())).isEqualTo(Plan.PRO);
        assertThat(patreon.calls()).isEqualTo(1);
    }
}
