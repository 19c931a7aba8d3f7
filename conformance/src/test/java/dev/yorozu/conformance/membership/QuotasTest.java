package dev.yorozu.conformance.membership;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.yorozu.account.DirectoryException;
import dev.yorozu.cache.CacheStats;
import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.keyspace.CacheKeys;
import dev.yorozu.keyspace.PatreonKeys;
import dev.yorozu.membership.Quotas;
import dev.yorozu.membership.Usage;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import dev.yorozu.store.Life;
import dev.yorozu.store.Store;
import dev.yorozu.store.testkit.FaultyStore;
import dev.yorozu.store.testkit.FaultyStore.Fault;
import dev.yorozu.store.testkit.Race;
import java.time.Duration;
import java.time.Instant;
import java.time.YearMonth;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What is kept of usage. */
@OnEveryStore
final class QuotasTest extends MembershipSuite {
    private static final YearMonth MARCH = YearMonth.of(2026, 3);

    private final String profile = UUID.randomUUID().toString();
    private final Key kept = PatreonKeys.QUOTA.key(profile, "2026-03");

    private Quotas quotas() {
        return quotas(store());
    }

    private Quotas quotas(Store store) {
        return new Quotas(store, patrons, RandomTokens.secure(), clock);
    }

    private void spend(String spender, long tokens) {
        assertThat(patrons.spend(UUID.randomUUID(), spender, tokens, clock.instant()))
                .isTrue();
    }

    @Test
    void usageIsKeptForFiveMinutesWithoutAPlan() {
        patrons.grant(profile, 70);
        spend(profile, 500);
        assertThat(quotas().of(profile, MARCH)).isEqualTo(new Usage(500, 70));
        assertThat(store().get(kept))
                .contains(Bytes.of("{\"tokensUsed\":500,\"bonusTokens\":70,\"cachedAt\":"
                        + clock.instant().toEpochMilli() + "}"));
        Life life = store().remaining(kept).orElseThrow();
        assertThat(((Life.Ends) life).left()).isBetween(Duration.ofMinutes(4), Duration.ofMinutes(5));
        FaultyStore counting = FaultyStore.counting(store());
        assertThat(quotas(counting).of(profile, MARCH)).isEqualTo(new Usage(500, 70));
        assertThat(counting.calls()).isEqualTo(1);
        assertThat(patrons.calls()).isEqualTo(1);
    }

    @Test
    void whatIsForgottenIsAskedForAnew() {
        quotas().of(profile, MARCH);
        spend(profile, 500);
        assertThat(quotas().of(profile, MARCH)).isEqualTo(Usage.NONE);
        quotas().forget(profile);
        assertThat(quotas().of(profile, MARCH)).isEqualTo(new Usage(500, 0));
        assertThat(store().type(CacheKeys.LEASE.key("quota-2026-03", profile))).isEmpty();
    }

    @Test
    void profilesAndMonthsAreKeptApart() {
        String other = UUID.randomUUID().toString();
        spend(profile, 1);
        spend(other, 2);
        clock.set(Instant.parse("2026-04-01T00:00:00Z"));
        spend(profile, 3);
        assertThat(quotas().month()).isEqualTo(YearMonth.of(2026, 4));
        for (int time = 0; time < 2; time++) {
            assertThat(quotas().of(profile, MARCH).tokensUsed()).isEqualTo(1);
            assertThat(quotas().of(other, MARCH).tokensUsed()).isEqualTo(2);
            assertThat(quotas().of(profile, YearMonth.of(2026, 4)).tokensUsed()).isEqualTo(3);
        }
        assertThat(patrons.calls()).isEqualTo(3);
        clock.set(Instant.parse("2026-03-31T23:59:59.999Z"));
        assertThat(quotas().month()).isEqualTo(MARCH);
    }

    /** The id of a patron is no id of a profile, even where the two are spelled alike. */
    @Test
    void usageBelongsToTheProfileThatIsNamed() {
        spend(user, 5);
        assertThat(quotas().of(profile, MARCH)).isEqualTo(Usage.NONE);
        assertThat(quotas().of(user, MARCH)).isEqualTo(new Usage(5, 0));
    }

    @Test
    void whatCannotBeReadIsAskedForAnew() {
        spend(profile, 5);
        for (String broken : List.of(
                "word",
                "null",
                "{}",
                "{\"tokensUsed\":1}",
                "{\"tokensUsed\":-1,\"bonusTokens\":0}",
                "{\"tokensUsed\":\"1\",\"bonusTokens\":0}")) {
            store().commit(Batch.builder()
                    .put(kept, broken, Expiry.after(Duration.ofMinutes(5)))
                    .build());
            assertThat(quotas().of(profile, MARCH)).isEqualTo(new Usage(5, 0));
        }
    }

    @Test
    void twoHundredWhoMissAtOnceAskOnce() throws Exception {
        Quotas quotas = quotas();
        assertThat(Race.of(200, number -> quotas.of(profile, MARCH))).containsOnly(Usage.NONE);
        assertThat(patrons.calls()).isEqualTo(1);
    }

    @Test
    void withoutTheDirectoryAFaultIsToldAndWithoutTheStoreNone() {
        patrons.away(true);
        assertThatThrownBy(() -> quotas().of(profile, MARCH)).isInstanceOf(DirectoryException.class);
        assertThat(there(kept)).isFalse();
        patrons.away(false);
        Quotas alone = quotas(FaultyStore.failing(store(), Fault.KILLED_BEFORE, 1));
        assertThat(alone.of(profile, MARCH)).isEqualTo(Usage.NONE);
        assertThat(alone.stats()).isEqualTo(new CacheStats(0, 1, 1, 0, 0, 1));
        assertThat(there(kept)).isFalse();
    }

    @Test
    void aProfileThatNoKeyCanHoldIsRefused() {
        for (String wrong : List.of("", "a:b", "a/b", "x".repeat(65))) {
            assertThatThrownBy(() -> quotas().of(wrong, MARCH)).isInstanceOf(IllegalArgumentException.class);
        }
        String dotted = "a.b." + profile;
        spend(dotted, 7);
        assertThat(quotas().of(dotted, MARCH).tokensUsed()).isEqualTo(7);
        assertThat(there(PatreonKeys.QUOTA.key(dotted, "2026-03"))).isTrue();
    }
}
