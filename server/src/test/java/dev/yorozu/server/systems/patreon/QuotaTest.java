package dev.yorozu.server.systems.patreon;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.secret.Storage;
import dev.yorozu.server.Answer;
import dev.yorozu.store.testkit.HeldClock;
import java.time.Duration;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What somebody may use this month, and that nobody sees another's. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class QuotaTest {
    private final HeldClock clock = HeldClock.start();
    private final PatreonSite site = PatreonSite.of(clock, Storage.DOCUMENTED);

    @AfterAll
    void close() {
        site.close();
    }

    private long used(PatronApp app) throws Exception {
        return app.quota(app.session())
                .isOk()
                .json()
                .get("monthly_usage")
                .get("tokens_used")
                .asLong();
    }

    private void spend(String user, long tokens) {
        site.patrons().spend(UUID.randomUUID(), site.patrons().profile(user).orElseThrow(), tokens, clock.instant());
    }

    @ParameterizedTest
    @CsvSource({"0,Free,0,true", "300,Pro,10000000,false", "500,Premium,20000000,false", "900,Ultimate,50000000,false"})
    void thePlanMakesTheLimit(long cents, String plan, long limit, boolean exceeded) throws Exception {
        PatronApp app = site.app(site.user(cents));
        app.token().isOk();
        Answer answer = app.quota(app.access()).isOk();

        assertThat(answer.json().propertyNames())
                .containsExactly("success", "monthly_usage", "plan", "has_bonus_tokens");
        assertThat(answer.json().get("monthly_usage").propertyNames())
                .containsExactly("year_month", "tokens_used", "tokens_limit", "is_exceeded");
        assertThat(answer.json().get("monthly_usage").get("year_month").asString())
                .isEqualTo(
                        YearMonth.from(clock.instant().atOffset(ZoneOffset.UTC)).toString());
        assertThat(answer.json().get("monthly_usage").get("tokens_limit").asLong())
                .isEqualTo(limit);
        assertThat(answer.json().get("monthly_usage").get("is_exceeded").asBoolean())
                .isEqualTo(exceeded);
        assertThat(answer.json().get("has_bonus_tokens").asBoolean()).isFalse();
        assertThat(answer.text("plan")).isEqualTo(plan);
        assertThat(app.quota(app.session()).isOk().json()).isEqualTo(answer.json());
        assertThat(answer.header("X-RateLimit-Limit")).isEqualTo("60");
        assertThat(answer.header("X-RateLimit-Remaining")).isEqualTo("59");
        assertThat(answer.header("X-RateLimit-Reset")).matches("\\d{10}");
    }

    @Test
    void whatWasUsedShowsWithinFiveMinutes() throws Exception {
        String user = site.user(300);
        PatronApp app = site.app(user);
        assertThat(used(app)).isZero();
        spend(user, 10_000_000);
        clock.advance(Duration.ofMinutes(5));
        Answer answer = app.quota(app.session()).isOk();

        assertThat(answer.json().get("monthly_usage").get("tokens_used").asLong())
                .isEqualTo(10_000_000);
        assertThat(answer.json().get("monthly_usage").get("is_exceeded").asBoolean())
                .isTrue();
    }

    @Test
    void sixtyAMinutePassForOneUser() throws Exception {
        PatronApp app = site.app(site.user(300));
        for (int i = 0; i < 60; i++) {
            app.quota(app.session()).isOk();
        }
        Answer refused = app.quota(app.session()).isError(429, "RATE_LIMITED");
        assertThat(refused.header("Retry-After")).isNotEmpty();
        assertThat(refused.header("X-RateLimit-Reset")).matches("\\d{10}");
        clock.advance(Duration.ofMinutes(1));
        app.quota(app.session()).isOk();
    }

    /** Ids at Patreon are numbers, but nothing here may depend on that. */
    @Test
    void anIdAtPatreonThatReadsLikeAnothersProfileIsNotTakenForIt() throws Exception {
        String victim = site.user(900);
        PatronApp theirs = site.app(victim);
        spend(victim, 1234);
        String profile = site.patrons().profile(victim).orElseThrow();
        site.patreon().pledge(profile, Pledge.of(300));
        PatronApp intruder = site.app(profile);
        assertThat(site.patrons().profile(profile))
                .isPresent()
                .isNotEqualTo(site.patrons().profile(victim));

        assertThat(used(theirs)).isEqualTo(1234);
        assertThat(used(intruder)).isZero();
        intruder.token().isOk();
        assertThat(PatronApp.claims(intruder.access()).text("sub")).isNotEqualTo(Optional.of(profile));
        spend(profile, 77);
        clock.advance(Duration.ofMinutes(5));
        assertThat(used(theirs)).isEqualTo(1234);
        assertThat(used(intruder)).isEqualTo(77);
        intruder.revokeAll().isOk();
        theirs.validate().isOk();
    }

    @Test
    void whileTheDirectoryIsAwayItIsSaidInTheFormOfTheQuota() throws Exception {
        PatronApp app = site.app(site.user(300));
        site.patrons().away(true);
        Answer answer = app.quota(app.session());
        site.patrons().away(false);

        assertThat(answer.status()).isEqualTo(503);
        assertThat(answer.json().get("success").asBoolean()).isFalse();
        assertThat(answer.json().get("error").get("is_retryable").asBoolean()).isTrue();
    }
}
