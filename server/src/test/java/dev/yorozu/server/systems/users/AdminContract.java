package dev.yorozu.server.systems.users;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.account.Account;
import dev.yorozu.account.Role;
import dev.yorozu.secret.Storage;
import dev.yorozu.server.Answer;
import dev.yorozu.store.testkit.HeldClock;
import java.time.Duration;
import java.util.Locale;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What operators see and end of the sessions of others, whichever way things are stored. */
abstract class AdminContract {
    private final HeldClock clock = HeldClock.start();
    private final UsersSite site;

    AdminContract(Storage storage) {
        site = UsersSite.of(clock, storage);
    }

    @AfterEach
    void close() {
        site.close();
    }

    @Test
    void sessionsOfAUserAreListedWithoutTokens() throws Exception {
        Account user = site.user();
        UserApp app = site.app(user);
        UserApp admin = site.app(site.admin());
        Answer answer = admin.get(UserApp.ADMIN_SESSIONS + user.uuid()).isOk();

        assertThat(answer.json().propertyNames()).containsExactly("user_id", "sessions", "count");
        assertThat(answer.json().get("count").asInt()).isEqualTo(1);
        JsonNode session = answer.json().get("sessions").get(0);
        assertThat(session.propertyNames())
                .containsExactly(
                        "user_id",
                        "session_id",
                        "created_at",
                        "last_activity",
                        "expires_at",
                        "device_info",
                        "ip_address",
                        "user_agent",
                        "ttl");
        assertThat(session.get("session_id").asString()).isEqualTo(app.session());
        assertThat(session.get("ttl").asLong()).isEqualTo(Duration.ofDays(7).toSeconds());
        assertThat(session.get("user_agent").asString()).isEqualTo("test-app/1.0");
        assertThat(answer.body()).doesNotContain(app.access(), app.refreshToken());
    }

    @Test
    void sessionsOfAUserEndAtOnce() throws Exception {
        Account user = site.user();
        UserApp app = site.app(user);
        UserApp admin = site.app(site.admin());
        Answer answer = admin.delete(UserApp.ADMIN_SESSIONS + user.uuid()).isOk();

        assertThat(answer.body()).isEqualTo("{\"message\":\"Logged out from 1 device(s)\",\"count\":1}");
        assertThat(app.isIn()).isFalse();
        assertThat(admin.isIn()).isTrue();
    }

    @Test
    void sessionsOfAUserEndHoweverTheirUuidIsSpelled() throws Exception {
        Account user = site.user();
        UserApp app = site.app(user);
        UserApp admin = site.app(site.admin());
        String loud = UserApp.ADMIN_SESSIONS + user.uuid().toString().toUpperCase(Locale.ROOT);

        assertThat(admin.get(loud).isOk().json().get("count").asInt()).isEqualTo(1);
        assertThat(admin.delete(loud).isOk().json().get("count").asInt()).isEqualTo(1);
        assertThat(app.isIn()).isFalse();
    }

    @Test
    void aUserWithoutSessionsHasNoneAndWhatIsNoUserIsNotThere() throws Exception {
        UserApp admin = site.app(site.admin());

        assertThat(admin.get(UserApp.ADMIN_SESSIONS + UUID.randomUUID())
                        .isOk()
                        .json()
                        .get("count")
                        .asInt())
                .isZero();
        admin.get(UserApp.ADMIN_SESSIONS + "somebody").isError(404, "User not found");
        admin.delete(UserApp.ADMIN_SESSIONS + "1-1-1-1-1").isError(404, "User not found");
    }

    @Test
    void statisticsCountAllSessionsAndAreKeptForAWhile() throws Exception {
        Account user = site.user();
        site.app(user);
        UserApp browser = site.app();
        browser.agent("Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36")
                .login(user.email(), UsersSite.PASSWORD)
                .isOk();
        UserApp admin = site.app(site.admin());
        Answer answer = admin.get(UserApp.ADMIN_SESSIONS + "stats").isOk();

        assertThat(answer.body())
                .isEqualTo("{\"total_sessions\":3,\"active_users\":2,\"device_types\":{\"browser\":1,\"other\":2},"
                        + "\"avg_sessions_per_user\":1.5}");
        browser.delete(UserApp.SESSIONS).isOk();
        long trips = site.store().trips();
        assertThat(admin.get(UserApp.ADMIN_SESSIONS + "stats").body()).isEqualTo(answer.body());
        assertThat(site.store().trips() - trips).isEqualTo(1);
        clock.advance(Duration.ofSeconds(30));
        assertThat(admin.get(UserApp.ADMIN_SESSIONS + "stats")
                        .json()
                        .get("total_sessions")
                        .asInt())
                .isEqualTo(1);
    }

    @Test
    void aRoleCountsAsItIsNowWhateverTheTokenSays() throws Exception {
        Account account = site.admin();
        UserApp admin = site.app(account);
        site.directory().withdraw(account.id(), Role.ADMIN);

        assertThat(UserApp.claims(admin.access()).texts("roles")).contains(Role.ADMIN);
        admin.get(UserApp.ADMIN_SESSIONS + "stats").isError(403, "Forbidden");
        site.directory().grant(account.id(), Role.ADMIN);
        admin.get(UserApp.ADMIN_SESSIONS + "stats").isOk();
    }
}
