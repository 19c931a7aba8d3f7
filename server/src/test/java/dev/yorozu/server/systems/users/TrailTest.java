package dev.yorozu.server.systems.users;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.account.Account;
import dev.yorozu.account.HistoryEvent;
import dev.yorozu.audit.AuditLog;
import dev.yorozu.audit.AuditPolicy;
import dev.yorozu.audit.Event;
import dev.yorozu.audit.Kind;
import dev.yorozu.audit.Query;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.secret.Storage;
import dev.yorozu.store.testkit.HeldClock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is written down of what happens. */
class TrailTest {
    private final HeldClock clock = HeldClock.start();
    private final UsersSite site = UsersSite.of(clock, Storage.DOCUMENTED);

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
        Account user = site.user();
        UserApp app = site.app(user);
        clock.advance(Duration.ofSeconds(1));
        site.app().login(user.email(), "wrong password").isError(401);
        clock.advance(Duration.ofSeconds(1));
        UserApp other = site.app(user);
        clock.advance(Duration.ofSeconds(1));
        app.delete("/sessions/" + other.session()).isOk();
        clock.advance(Duration.ofSeconds(1));
        app.logout().isOk();
        clock.advance(Duration.ofSeconds(1));
        site.app(site.admin()).delete(UserApp.ADMIN_SESSIONS + user.uuid()).isOk();
        List<Event> events = events();

        assertThat(events).allMatch(event -> event.system().equals("users"));
        assertThat(events).extracting(Event::action).contains("sign-in", "refuse", "revoke", "sign-out", "revoke-all");
        assertThat(events.toString())
                .contains(other.session(), user.uuid().toString())
                .doesNotContain(app.access(), app.refreshToken(), user.email(), UsersSite.PASSWORD);
    }

    @Test
    void theOwnerFindsWhatBecameOfTheAccount() throws Exception {
        Account user = site.user();
        UserApp app = site.app(user);
        String spent = app.refreshToken();
        app.refresh().isOk();
        clock.advance(Duration.ofSeconds(11));
        app.refresh(spent).isError(401);
        site.app(user).delete(UserApp.SESSIONS).isOk();

        assertThat(site.directory().history(user.id(), 10))
                .extracting(HistoryEvent::type)
                .containsExactlyInAnyOrder(
                        HistoryEvent.Type.SIGNED_IN,
                        HistoryEvent.Type.TOKEN_REUSED,
                        HistoryEvent.Type.SIGNED_IN,
                        HistoryEvent.Type.SIGNED_OUT_EVERYWHERE);
    }
}
