package dev.yorozu.server.patrons;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.yorozu.account.DirectoryException;
import dev.yorozu.membership.Patrons;
import dev.yorozu.membership.ProfileLink;
import dev.yorozu.membership.Usage;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.store.testkit.HeldClock;
import dev.yorozu.store.testkit.Race;
import dev.yorozu.store.testkit.Rounds;
import java.time.Duration;
import java.time.Instant;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What every keeper does with profiles of patrons, and with what they use. */
public abstract class PatronsContract {
    protected static final int THREADS = 32;
    /** Texts that mean something in addresses, filters, patterns, lists or statements. */
    private static final List<String> ODD = List.of(
            "a,b",
            "a.b",
            "(a)",
            "\"a\"",
            "'a'",
            "a\\",
            "a\\\"b",
            "a&b=c",
            "a#b",
            "a%20b",
            "a+b",
            "a b",
            "*",
            "%",
            "null",
            "eq.a",
            "in.(a,b)",
            "a&or=(id.neq.a)",
            "a&select=*",
            "a)",
            "' OR 1=1 --",
            "\u842c",
            "\ud83d\ude00",
            "a\nb",
            "a;b",
            "a/../b",
            "a:b",
            "{a}");

    protected final HeldClock clock = HeldClock.start();

    /** The keeper under test; it may keep more than what a test puts there. */
    protected abstract Patrons patrons();

    /** Puts a row there, past the keeper. */
    protected abstract void seed(String table, Map<String, Object> row);

    /** The rows that have a text in a column, past the keeper; columns that are null are left out. */
    protected abstract List<Map<String, String>> rows(String table, String column, String value);

    /** A proof of holding this account, where the keeper has accounts of its own. */
    protected abstract Optional<String> identity(String account);

    protected static String fresh() {
        return RandomTokens.secure().hex(6);
    }

    private String profile(String id, String user) {
        seed("profiles", Map.of("id", id, "patreon_user_id", user, "created_at", clock.instant()));
        return id;
    }

    private void bonus(String profile, long granted, long used, Instant end) {
        seed(
                "bonus_tokens",
                Map.of("user_id", profile, "granted_tokens", granted, "used_tokens", used, "expires_at", end));
    }

    private Usage usage(String profile) {
        return patrons().usage(profile, YearMonth.of(2026, 11), clock.instant());
    }

    private static Instant in(int month) {
        return Instant.parse("2026-%02d-15T12:00:00Z".formatted(month));
    }

    @Test
    void itAnswers() {
        patrons().ping();
    }

    @Test
    void aPatronWithoutAProfileHasNone() {
        assertThat(patrons().profile(fresh())).isEmpty();
    }

    @Test
    void aProfileThatASessionNamesIsAdoptedOnce() {
        String user = fresh();
        String profile = UUID.randomUUID().toString();
        seed("profiles", Map.of("id", profile, "created_at", clock.instant()));
        assertThat(patrons().adopt(user, profile)).hasValue(profile);
        assertThat(patrons().profile(user)).hasValue(profile);
        assertThat(patrons().adopt(user, profile)).hasValue(profile);
        assertThat(patrons().adopt(user, UUID.randomUUID().toString())).hasValue(profile);
        assertThat(patrons().link(user, Optional.empty())).hasValue(new ProfileLink(profile, Optional.empty()));
        String other = fresh();
        assertThat(patrons().adopt(other, profile)).isEmpty();
        assertThat(patrons().profile(other)).isEmpty();
        assertThat(patrons().profile(user)).hasValue(profile);
    }

    @Test
    void aPatronWhoSignsInGetsAProfileAndKeepsIt() {
        String user = fresh();
        Optional<String> identity = identity(UUID.randomUUID().toString());
        ProfileLink linking = patrons().link(user, identity).orElseThrow();
        assertThat(linking.displaced()).isEmpty();
        assertThat(linking.profile()).isNotEqualTo(user).isNotBlank();
        assertThat(patrons().profile(user)).hasValue(linking.profile());
        assertThat(patrons().link(user, identity)).hasValue(linking);
        assertThat(patrons().link(user, Optional.empty())).hasValue(linking);
        assertThat(rows("profiles", "patreon_user_id", user)).hasSize(1);
    }

    @Test
    void aProfileThatIsThereIsTaken() {
        String user = fresh();
        String profile = profile(fresh(), user);
        assertThat(patrons().link(user, Optional.empty())).hasValue(new ProfileLink(profile, Optional.empty()));
    }

    @Test
    void ofManySignInsOfOnePatronAtOnceOneMakesTheProfile() throws Exception {
        for (int round = 0; round < Rounds.of(3); round++) {
            String user = fresh();
            Optional<String> identity = identity(UUID.randomUUID().toString());
            List<Optional<ProfileLink>> linkings =
                    Race.of(THREADS, i -> patrons().link(user, identity));
            assertThat(rows("profiles", "patreon_user_id", user)).hasSize(1);
            ProfileLink only = new ProfileLink(patrons().profile(user).orElseThrow(), Optional.empty());
            assertThat(linkings).containsOnly(Optional.of(only));
        }
    }

    @Test
    void idsOfPatronsAndOfProfilesAreNeverMixed() {
        String number = fresh();
        String text = fresh();
        String other = profile(number, text);
        patrons().spend(UUID.randomUUID(), other, 7, in(11));
        bonus(other, 5, 0, clock.instant().plusSeconds(1));
        assertThat(patrons().profile(number)).isEmpty();
        String own = patrons()
                .link(number, identity(UUID.randomUUID().toString()))
                .orElseThrow()
                .profile();
        assertThat(own).isNotEqualTo(other);
        assertThat(usage(own)).isEqualTo(Usage.NONE);
        assertThat(usage(text)).isEqualTo(Usage.NONE);
        assertThat(usage(other)).isEqualTo(new Usage(7, 5));
        assertThat(patrons().profile(text)).hasValue(other);
        patrons().spend(UUID.randomUUID(), own, 1, in(11));
        assertThat(usage(other)).isEqualTo(new Usage(7, 5));
    }

    @Test
    void anyTextIsAnIdAndMeansNothingButItself() {
        String mark = fresh();
        List<String> profiles = new ArrayList<>();
        for (String odd : ODD) {
            String profile = profile("p" + mark + odd, mark + odd);
            patrons().spend(UUID.randomUUID(), profile, profiles.size() + 1, in(11));
            profiles.add(profile);
        }
        for (int i = 0; i < ODD.size(); i++) {
            assertThat(patrons().profile(mark + ODD.get(i))).hasValue(profiles.get(i));
            assertThat(usage(profiles.get(i))).isEqualTo(new Usage(i + 1, 0));
        }
        for (String odd : ODD) {
            assertThat(patrons().profile(odd)).isEmpty();
            assertThat(patrons().profile("\"" + mark + odd + "\"")).isEmpty();
        }
        assertThat(patrons().profile("")).isEmpty();
    }

    @Test
    void usageIsThatOfTheMonthInUtc() {
        String profile = profile(fresh(), fresh());
        Instant december = Instant.parse("2026-12-01T00:00:00Z");
        patrons().spend(UUID.randomUUID(), profile, 1, december.minusMillis(1));
        patrons().spend(UUID.randomUUID(), profile, 10, december);
        patrons().spend(UUID.randomUUID(), profile, 100, Instant.parse("2026-11-01T00:00:00Z"));
        patrons().spend(UUID.randomUUID(), profile, 1000, Instant.parse("2025-11-15T00:00:00Z"));
        assertThat(usage(profile)).isEqualTo(new Usage(101, 0));
        assertThat(patrons().usage(profile, YearMonth.of(2026, 12), clock.instant()))
                .isEqualTo(new Usage(10, 0));
        assertThat(patrons().usage(profile, YearMonth.of(2026, 10), clock.instant()))
                .isEqualTo(Usage.NONE);
        assertThat(rows("usage_events", "user_id", profile)).hasSize(4);
        assertThat(rows("token_usage", "user_id", profile))
                .extracting(row -> row.get("year_month"))
                .containsExactlyInAnyOrder("2025-11", "2026-11", "2026-12");
    }

    @Test
    void whatWasSpentCountsOnceForEachId() throws Exception {
        String profile = profile(fresh(), fresh());
        String other = profile(fresh(), fresh());
        UUID id = UUID.randomUUID();
        List<Boolean> spent = Race.run(THREADS, () -> patrons().spend(id, profile, 3, in(11)));
        assertThat(spent).containsOnlyOnce(true);
        assertThat(patrons().spend(id, other, 5, in(12))).isFalse();
        assertThat(usage(profile)).isEqualTo(new Usage(3, 0));
        assertThat(usage(other)).isEqualTo(Usage.NONE);
    }

    @Test
    void nothingIsLostOfWhatManySpendAtOnce() throws Exception {
        String profile = profile(fresh(), fresh());
        List<Boolean> spent =
                Race.of(THREADS, i -> patrons().spend(UUID.randomUUID(), profile, 1_000_000_000L * i, in(11)));
        assertThat(spent).containsOnly(true);
        assertThat(usage(profile).tokensUsed()).isEqualTo(1_000_000_000L * THREADS * (THREADS - 1) / 2);
    }

    @Test
    void nobodySpendsForAProfileThatIsNotThereOrLessThanNothing() {
        String nobody = fresh();
        assertThatThrownBy(() -> patrons().spend(UUID.randomUUID(), nobody, 1, in(11)))
                .isInstanceOf(DirectoryException.class)
                .hasMessageNotContaining(nobody)
                .hasNoCause();
        assertThat(rows("usage_events", "user_id", nobody)).isEmpty();
        String profile = profile(fresh(), fresh());
        assertThatThrownBy(() -> patrons().spend(UUID.randomUUID(), profile, -1, in(11)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(patrons().spend(UUID.randomUUID(), profile, 0, in(11))).isTrue();
        assertThat(usage(profile)).isEqualTo(Usage.NONE);
    }

    @Test
    void bonusesCountUntilTheyEndOrAreUsedUp() {
        String profile = profile(fresh(), fresh());
        Instant now = clock.instant();
        bonus(profile, 100, 30, now.plusMillis(1));
        bonus(profile, 5_000_000_000L, 0, now.plus(Duration.ofDays(400)));
        bonus(profile, 10_000, 0, now);
        bonus(profile, 10_000, 0, now.minusSeconds(1));
        bonus(profile, 50, 60, now.plusSeconds(60));
        bonus(profile(fresh(), fresh()), 777, 0, now.plusSeconds(60));
        assertThat(usage(profile)).isEqualTo(new Usage(0, 5_000_000_070L));
        assertThat(patrons().usage(profile, YearMonth.of(2026, 11), now.plusMillis(1)))
                .isEqualTo(new Usage(0, 5_000_000_000L));
    }
}
