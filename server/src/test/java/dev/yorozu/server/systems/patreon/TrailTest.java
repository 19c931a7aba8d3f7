package dev.yorozu.server.systems.patreon;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.audit.AuditLog;
import dev.yorozu.audit.AuditPolicy;
import dev.yorozu.audit.Event;
import dev.yorozu.audit.Kind;
import dev.yorozu.audit.Query;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.secret.Storage;
import dev.yorozu.server.operate.users.LivingSession;
import dev.yorozu.server.operate.users.SystemSessions;
import dev.yorozu.session.Ended;
import dev.yorozu.store.testkit.HeldClock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What operators find of what happened, and what they can end. */
class TrailTest {
    private final HeldClock clock = HeldClock.start();
    private final PatreonSite site = PatreonSite.of(clock, Storage.DOCUMENTED);

    @AfterEach
    void close() {
        site.close();
    }

    private List<Event> events() {
        clock.advance(Duration.ofMillis(1));
        AuditLog log = new AuditLog(site.store(), AuditPolicy.STANDARD, RandomTokens.secure(), clock);
        return log.page(Query.ALL.of(Kind.TOKEN), "", 100).events();
    }

    @Test
    void operatorsFindWhatBecameOfSessions() throws Exception {
        String user = site.user(300);
        PatronApp first = site.app(user);
        clock.advance(Duration.ofSeconds(1));
        PatronApp second = site.app(user);
        second.token().isOk();
        String spent = second.refreshToken();
        second.refresh().isOk();
        second.refresh(spent).isOk();
        clock.advance(Duration.ofSeconds(11));
        second.refresh(spent).isError(401, "INVALID_REFRESH_TOKEN");
        second.revoke().isOk();
        clock.advance(Duration.ofSeconds(1));
        site.app(user).revokeAll().isOk();
        clock.advance(Duration.ofSeconds(1));
        site.app(user);
        site.app()
                .webhook(
                        "members:pledge:update",
                        Pledge.of(300).standing("former_patron").webhook(user))
                .isOk();
        site.app().signIn(PatronApp.EXCHANGE, Map.of("code", "c", "redirect_uri", "https://evil.example/"));
        List<Event> events = events();

        assertThat(events).allMatch(event -> event.system().equals("patreon"));
        assertThat(events)
                .extracting(Event::action)
                .contains("sign-in", "take-over", "sign-out", "revoke-all", "repeat", "reuse", "refuse");
        assertThat(events)
                .filteredOn(event -> event.action().equals("take-over"))
                .extracting(Event::subject)
                .containsExactly(publicId(first.session()));
        assertThat(events)
                .filteredOn(event -> event.action().equals("revoke-all"))
                .extracting(Event::outcome)
                .containsExactlyInAnyOrder("ok", "members:pledge:update former_patron");
        assertThat(events.toString())
                .contains(user)
                .doesNotContain(
                        first.session(),
                        second.session(),
                        second.access(),
                        second.refreshToken(),
                        spent,
                        "@",
                        "Patron N");
    }

    @Test
    void operatorsListAndEndSessions() throws Exception {
        String user = site.user(300);
        PatronApp app = site.app(user);
        app.validate().isOk();
        SystemSessions sessions = new PatreonSystem().sessions(site.host()).orElseThrow();
        List<LivingSession> listed = sessions.list(user);

        assertThat(listed).hasSize(1);
        assertThat(listed.getFirst().id()).isEqualTo(publicId(app.session()));
        assertThat(listed.getFirst().ends())
                .isEqualTo(listed.getFirst().created().plus(Duration.ofDays(30)));
        assertThat(sessions.list("nobody")).isEmpty();
        assertThat(sessions.list("no:user")).isEmpty();
        assertThat(sessions.end(user, "0000000000000000")).isFalse();
        app.validate().isOk();
        assertThat(sessions.end(user, listed.getFirst().id())).isTrue();
        app.validate().isError(401, "SESSION_INVALID");
        PatronApp again = site.app(user);
        assertThat(sessions.endAll(user)).isEqualTo(1);
        assertThat(sessions.endAll("no:user")).isZero();
        again.validate().isError(401, "SESSION_INVALID");
        assertThat(sessions.list(user)).isEmpty();
    }

    @Test
    void whatTheCachesDoIsCounted() throws Exception {
        PatronApp app = site.app(site.user(300));
        app.validate().isOk();
        app.validate().isOk();
        app.quota(app.session()).isOk();

        assertThat(site.metrics())
                .contains(
                        "yorozu_patreon_sign_ins_total{outcome=\"entered\"} 1.0",
                        "yorozu_cache_hits_total{cache=\"authentications\"} 2.0",
                        "yorozu_cache_loads_total{cache=\"quotas\"} 1.0",
                        "yorozu_cache_hits_total{cache=\"memberships\"} 1.0");
    }

    private static String publicId(String sid) {
        return new Ended(sid, true, Optional.empty()).publicId();
    }
}
