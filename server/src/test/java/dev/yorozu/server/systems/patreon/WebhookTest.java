package dev.yorozu.server.systems.patreon;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.membership.PledgeOutcome;
import dev.yorozu.secret.Storage;
import dev.yorozu.server.Answer;
import dev.yorozu.store.testkit.HeldClock;
import dev.yorozu.store.testkit.Race;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What Patreon says of its own accord. */
class WebhookTest {
    private static final String UPDATE = "members:pledge:update";
    private static final String DELETE = "members:pledge:delete";

    private final HeldClock clock = HeldClock.start();
    private final PatreonSite site = PatreonSite.of(clock, Storage.DOCUMENTED);
    private final PatronApp patreon = site.app();

    @AfterEach
    void close() {
        site.close();
    }

    private static boolean recorded(Answer answer) {
        answer.isOk();
        assertThat(answer.json().propertyNames())
                .containsExactly("success", "event", "processed", "planChangeRecorded");
        assertThat(answer.json().get("success").asBoolean()).isTrue();
        assertThat(answer.json().get("processed").asBoolean()).isTrue();
        return answer.json().get("planChangeRecorded").asBoolean();
    }

    @Test
    void aChangeOfThePlanIsRecordedAndSeenByTheNextValidation() throws Exception {
        String user = site.user(300);
        PatronApp app = site.app(user);
        assertThat(app.validate().text("plan")).isEqualTo("Pro");
        site.patreon().pledge(user, Pledge.of(900));
        Answer answer = patreon.webhook(UPDATE, Pledge.of(900).webhook(user));

        assertThat(recorded(answer)).isTrue();
        assertThat(answer.text("event")).isEqualTo(UPDATE);
        assertThat(app.validate().text("plan")).isEqualTo("Ultimate");
    }

    @Test
    void aSlowAnswerOfPatreonDoesNotUndoADrop() throws Exception {
        String user = site.user(300);
        PatronApp app = site.app(user);
        clock.advance(Duration.ofMinutes(61));
        site.patreon().beforeIdentityIsTold(() -> {
            site.patreon().beforeIdentityIsTold(() -> {});
            site.patreon().pledge(user, Pledge.of(900));
            try {
                patreon.webhook(UPDATE, Pledge.of(900).webhook(user)).isOk();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });

        assertThat(app.validate().isOk().text("plan")).isEqualTo("Pro");
        assertThat(app.validate().isOk().text("plan")).isEqualTo("Ultimate");
    }

    @ParameterizedTest
    @ValueSource(strings = {"former_patron", "declined_patron"})
    void whoIsNoPatronAnyMoreIsOutWithinTheSameRequest(String status) throws Exception {
        String user = site.user(300);
        PatronApp app = site.app(user);
        app.token().isOk();
        app.validate().isOk();
        app.quota(app.access()).isOk();
        Pledge over = Pledge.of(300).standing(status);
        site.patreon().pledge(user, over);
        patreon.webhook(UPDATE, over.webhook(user)).isOk();

        assertThat(app.validate().isError(401, "SESSION_INVALID").text("reason"))
                .isEqualTo(status);
        assertThat(app.license().text("reason")).isEqualTo(status);
        assertThat(app.quota(app.access()).status()).isEqualTo(401);
        app.refresh(app.refreshToken()).isError(401, "SESSION_EXPIRED");
        assertThat(site.app(user).validate().text("plan")).isEqualTo("Free");
    }

    /** The period that was paid for may still run. */
    @ParameterizedTest
    @CsvSource({
        "members:pledge:delete,former_patron",
        "members:pledge:delete,declined_patron",
        "members:pledge:create,declined_patron",
        "members:update,declined_patron",
        "members:update,former_patron",
        "members:delete,former_patron"
    })
    void otherEventsOfTheSameStatusDropTheCachesAndLeaveTheSession(String event, String status) throws Exception {
        String user = site.user(300);
        PatronApp app = site.app(user);
        app.token().isOk();
        assertThat(app.validate().text("plan")).isEqualTo("Pro");
        Pledge over = Pledge.of(300).standing(status);
        site.patreon().pledge(user, over);
        assertThat(recorded(patreon.webhook(event, over.webhook(user)))).isTrue();

        Answer answer = app.validate().isOk();
        assertThat(answer.text("patron_status")).isEqualTo(status);
        assertThat(answer.text("plan")).isEqualTo("Free");
        app.quota(app.access()).isOk();
        assertThat(site.patrons().records()).containsExactly(PledgeOutcome.CHANGED);
    }

    @Test
    void aDeletedPledgeIsFree() throws Exception {
        String user = site.user(300);
        PatronApp app = site.app(user);
        assertThat(recorded(
                        patreon.webhook("members:pledge:create", Pledge.of(300).webhook(user))))
                .isTrue();
        assertThat(recorded(patreon.webhook(DELETE, Pledge.of(300).webhook(user))))
                .isTrue();
        app.validate().isOk();
    }

    @Test
    void theSameDeliveryTenTimesAtOnceRecordsOneChange() throws Exception {
        String user = site.user(300);
        String body = Pledge.of(500).webhook(user);
        List<Answer> answers = Race.run(10, () -> patreon.webhook(UPDATE, body));

        assertThat(answers.stream().filter(WebhookTest::recorded)).hasSize(1);
        assertThat(site.patrons().records().stream().filter(PledgeOutcome.CHANGED::equals))
                .hasSize(1);
        assertThat(recorded(patreon.webhook(UPDATE, body))).isFalse();
    }

    @Test
    void anOlderEventThatArrivesLateChangesNothing() throws Exception {
        String user = site.user(900);
        Pledge newer = Pledge.of(900).given(1200).charged("2026-11-10T08:00:00.000+00:00");
        Pledge older = Pledge.of(300).given(300).charged("2026-10-10T08:00:00.000+00:00");
        site.patreon().pledge(user, newer);
        clock.advance(Duration.between(clock.instant(), Instant.parse("2026-11-16T12:00:00Z")));
        PatronApp app = site.app(user);
        assertThat(recorded(patreon.webhook(UPDATE, newer.webhook(user)))).isTrue();
        assertThat(recorded(patreon.webhook(UPDATE, older.webhook(user)))).isFalse();
        assertThat(recorded(
                        patreon.webhook(UPDATE, older.standing("former_patron").webhook(user))))
                .isFalse();

        assertThat(app.validate().isOk().text("plan")).isEqualTo("Ultimate");
    }

    @Test
    void eventsOfAnotherCampaignChangeNothing() throws Exception {
        String user = site.user(300);
        PatronApp app = site.app(user);
        Pledge elsewhere = Pledge.of(300).at("7002").standing("former_patron");
        assertThat(recorded(patreon.webhook(UPDATE, elsewhere.webhook(user)))).isFalse();
        assertThat(recorded(patreon.webhook("posts:publish", "{\"data\":{\"id\":\"1\",\"type\":\"post\"}}")))
                .isFalse();

        app.validate().isOk();
        assertThat(site.patrons().records()).isEmpty();
    }

    @Test
    void whatPatreonDidNotSignIsRefused() throws Exception {
        String user = site.user(300);
        PatronApp app = site.app(user);
        String body = Pledge.of(300).standing("former_patron").webhook(user);
        String signature = PatronApp.signature(PatreonSite.WEBHOOK_SECRET, body);
        patreon.webhook(UPDATE, body, PatronApp.signature("another secret", body))
                .isError(401, "INVALID_SIGNATURE");
        patreon.webhook(UPDATE, body + " ", signature).isError(401, "INVALID_SIGNATURE");
        patreon.webhook(UPDATE, body, "zz").isError(401, "INVALID_SIGNATURE");
        patreon.webhook(UPDATE, body, signature.substring(1)).isError(401, "INVALID_SIGNATURE");
        patreon.send(HttpRequest.newBuilder(patreon.uri(PatronApp.WEBHOOK))
                        .header("X-Patreon-Event", UPDATE)
                        .POST(BodyPublishers.ofString(body)))
                .isError(401, "MISSING_SIGNATURE");
        patreon.webhook("a b", body).isError(400, "VALIDATION_ERROR");
        patreon.webhook(UPDATE, "{").isError(400, "VALIDATION_ERROR");

        app.validate().isOk();
        assertThat(site.patrons().records()).isEmpty();
        patreon.webhook(UPDATE, body, signature.toUpperCase(Locale.ROOT)).isOk();
        app.validate().isError(401, "SESSION_INVALID");
    }

    @Test
    void whatIsTooLargeIsRefusedBeforeItIsLookedAt() throws Exception {
        patreon.webhook(UPDATE, "x".repeat(1_000_000), "none").isError(413, "PAYLOAD_TOO_LARGE");
        patreon.webhook(UPDATE, "x".repeat(256 * 1024 + 1), "none").isError(413, "PAYLOAD_TOO_LARGE");
        patreon.webhook(UPDATE, "x".repeat(256 * 1024), "none").isError(401, "INVALID_SIGNATURE");
    }

    @Test
    void withoutASecretNothingIsBelieved() throws Exception {
        try (PatreonSite open =
                PatreonSite.of(clock, Storage.DOCUMENTED, Map.of("systems.patreon.webhookSecret", ""))) {
            String body = Pledge.of(300).webhook("1");
            Answer answer = open.app()
                    .webhook(UPDATE, body, PatronApp.signature("a", body))
                    .isError(503, "CONFIG_ERROR");
            assertThat(answer.text("error")).contains("systems.patreon.webhookSecret");
        }
    }

    @Test
    void aHundredAMinutePassFromOneAddress() throws Exception {
        List<Answer> answers = Race.run(110, () -> patreon.webhook(UPDATE, "{}"));
        assertThat(answers.stream().filter(answer -> answer.status() == 200)).hasSize(100);
        Answer refused = answers.stream()
                .filter(answer -> answer.status() != 200)
                .findFirst()
                .orElseThrow();
        refused.isError(429, "RATE_LIMITED");
        assertThat(refused.header("Retry-After")).isNotEmpty();
        assertThat(refused.header("X-RateLimit-Reset")).matches("\\d{10}");
    }

    @Test
    void whileTheDirectoryIsAwayPatreonIsToldToTryAgain() throws Exception {
        String user = site.user(300);
        PatronApp app = site.app(user);
        String body = Pledge.of(300).standing("former_patron").webhook(user);
        site.patrons().away(true);
        patreon.webhook(UPDATE, body).isError(503, "DIRECTORY_UNAVAILABLE");
        site.patrons().away(false);
        patreon.webhook(UPDATE, body).isOk();

        app.validate().isError(401, "SESSION_INVALID");
        assertThat(site.patrons().records()).containsExactly(PledgeOutcome.CHANGED);
    }
}
