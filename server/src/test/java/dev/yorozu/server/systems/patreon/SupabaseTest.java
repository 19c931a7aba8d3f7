package dev.yorozu.server.systems.patreon;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.server.Answer;
import dev.yorozu.server.outgoing.HttpOutgoing;
import dev.yorozu.server.supabase.SupabasePatrons;
import dev.yorozu.server.supabase.SupabaseStandIn;
import dev.yorozu.store.testkit.HeldClock;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The relay with profiles and usage in a Supabase project. */
class SupabaseTest {
    private final HeldClock clock = HeldClock.start();
    private final SupabaseStandIn supabase = SupabaseStandIn.start();
    private final HttpOutgoing outgoing = new HttpOutgoing();
    private final PatreonSite site = PatreonSite.of(
            new TestPatrons(new SupabasePatrons(outgoing, supabase.url(), supabase.serviceKey(), clock)), clock);

    @AfterEach
    void close() {
        site.close();
        outgoing.close();
        supabase.close();
    }

    private PatronApp linked(String user, String account) throws Exception {
        PatronApp app = site.app();
        app.signIn(
                        PatronApp.EXCHANGE,
                        Map.of(
                                "code",
                                PatronApp.code(user),
                                "redirect_uri",
                                PatreonSite.REDIRECT,
                                "supabase_jwt",
                                supabase.token(account)))
                .isOk();
        return app;
    }

    @Test
    void whoLinkedNoProfileGetsNoSignedTokensAndHasUsedNothing() throws Exception {
        PatronApp app = site.app(site.user(300));
        app.validate().isOk();
        app.token().isError(401, "PATREON_NOT_LINKED");
        Answer quota = app.quota(app.session()).isOk();
        assertThat(quota.json().get("monthly_usage").get("tokens_used").asLong())
                .isZero();
        assertThat(quota.json().get("monthly_usage").get("tokens_limit").asLong())
                .isEqualTo(10_000_000);
    }

    @Test
    void aProfileIsLinkedByProofAndStaysLinked() throws Exception {
        String user = site.user(300);
        String account = UUID.randomUUID().toString();
        PatronApp app = linked(user, account);
        app.token().isOk();
        assertThat(PatronApp.claims(app.access()).text("sub")).contains(account);
        PatronApp later = site.app(user);
        later.token().isOk();
        assertThat(PatronApp.claims(later.access()).text("sub")).contains(account);
    }

    @Test
    void aProofThatIsNoneLinksNothing() throws Exception {
        PatronApp app = site.app();
        app.signIn(
                        PatronApp.EXCHANGE,
                        Map.of(
                                "code",
                                PatronApp.code(site.user(300)),
                                "redirect_uri",
                                PatreonSite.REDIRECT,
                                "supabase_jwt",
                                "forged"))
                .isOk();
        app.token().isError(401, "PATREON_NOT_LINKED");
    }

    @Test
    void aProfileBelongsToOnePatronAtATime() throws Exception {
        String account = UUID.randomUUID().toString();
        PatronApp first = linked(site.user(900), account);
        first.token().isOk();
        first.quota(first.access()).isOk();
        PatronApp second = linked(site.user(300), account);
        second.token().isOk();

        first.validate().isError(401, "SESSION_INVALID");
        assertThat(first.quota(first.access()).status()).isEqualTo(401);
        second.validate().isOk();
        assertThat(PatronApp.claims(second.access()).text("sub")).contains(account);
    }

    @Test
    void usageAndBonusesShow() throws Exception {
        String user = site.user(300);
        String account = UUID.randomUUID().toString();
        PatronApp app = linked(user, account);
        supabase.seed(
                "bonus_tokens",
                Map.of(
                        "id",
                        UUID.randomUUID().toString(),
                        "user_id",
                        account,
                        "granted_tokens",
                        500L,
                        "used_tokens",
                        100L,
                        "expires_at",
                        clock.instant().plus(Duration.ofDays(9))));
        site.patrons().spend(UUID.randomUUID(), account, 70, clock.instant());
        Answer quota = app.quota(app.session()).isOk();

        assertThat(quota.json().get("has_bonus_tokens").asBoolean()).isTrue();
        assertThat(quota.json().get("monthly_usage").get("tokens_used").asLong())
                .isEqualTo(70);
        assertThat(quota.json().get("monthly_usage").get("tokens_limit").asLong())
                .isEqualTo(10_000_400);
    }

    @Test
    void sessionsGoOnWhileSupabaseIsAway() throws Exception {
        PatronApp app = linked(site.user(300), UUID.randomUUID().toString());
        supabase.mood(SupabaseStandIn.Mood.FAILING);
        clock.advance(Duration.ofMinutes(61));
        app.validate().isOk();
        app.license().isOk();
        site.app().signIn(PatreonSite.user()).isError(503, "DIRECTORY_UNAVAILABLE");
        supabase.mood(SupabaseStandIn.Mood.GOOD);
        app.token().isOk();
    }
}
