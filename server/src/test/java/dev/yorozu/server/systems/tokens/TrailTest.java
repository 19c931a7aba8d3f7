package dev.yorozu.server.systems.tokens;

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
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is written down, for operators and for the account's owner, and what is counted. */
class TrailTest {
    private final HeldClock clock = HeldClock.start();
    private final TokenSite site =
            TokenSite.of(clock, Storage.DOCUMENTED, Map.of("systems.tokens.registration", "open"));
    private final AuditLog log = new AuditLog(site.store(), AuditPolicy.STANDARD, RandomTokens.secure(), clock);

    @AfterEach
    void stop() {
        site.close();
    }

    private List<Event> events() {
        clock.advance(Duration.ofMillis(1));
        return log.page(Query.ALL.of(Kind.TOKEN), "", 100).events();
    }

    /** Newest first. */
    private List<String> actions() {
        return events().stream().map(Event::action).toList();
    }

    @Test
    void whatPeopleDoIsWrittenDown() throws Exception {
        Account user = site.user();
        App app = site.app(user);
        tick();
        App other = site.app(user);
        tick();
        other.logoutOthers().isOk();
        tick();
        other.changePassword(TokenSite.PASSWORD, "another good password").isOk();
        tick();
        other.logout();
        tick();
        app.login("nobody", "wrong password").isError(401);

        assertThat(actions()).containsExactly("refuse", "sign-out", "password", "revoke-others", "sign-in", "sign-in");
        assertThat(events().getFirst().outcome()).isEqualTo("wrong credentials");
        assertThat(events().get(1).user()).isEqualTo(Optional.of(user.user()));
        assertThat(events())
                .allMatch(event -> event.client().isPresent() && event.system().equals("tokens"));
    }

    private void tick() {
        clock.advance(Duration.ofSeconds(1));
    }

    @Test
    void repeatReuseAndRefusalAreToldApart() throws Exception {
        App app = site.app(site.user());
        App twin = app.copy();
        App late = app.copy();
        tick();
        app.refresh().isOk();
        tick();
        twin.refresh().isOk();
        clock.advance(Duration.ofSeconds(20));
        late.refresh().isError(401);
        tick();
        late.refresh("0".repeat(32)).isError(401);

        assertThat(actions()).containsExactly("refuse", "reuse", "repeat", "sign-in");
        assertThat(events().get(1).outcome()).isEqualTo("login ended");
        for (String outcome : List.of("rotated", "repeated", "reused", "refused")) {
            assertThat(site.metrics()).contains("yorozu_token_rotations_total{outcome=\"" + outcome + "\"} 1.0");
        }
    }

    @Test
    void whatOperatorsDoIsWrittenDownWithTheirNameAndTheUsers() throws Exception {
        Account admin = site.admin();
        Account user = site.user();
        App operator = site.app(admin);
        String tokens = "/api/admin/users/" + user.id() + "/tokens";
        tick();
        operator.send("POST", tokens + "/blacklist", "{\"jti\":\"abcd\"}");
        tick();
        operator.send("POST", tokens + "/invalidate-before", "{}").isOk();
        tick();
        operator.delete(tokens).isOk();

        assertThat(actions()).containsExactly("revoke-all", "invalidate-before", "blacklist", "sign-in");
        assertThat(events().getFirst().user()).isEqualTo(Optional.of(admin.user()));
        assertThat(events().getFirst().subject()).isEqualTo("user " + user.id());
    }

    @Test
    void tooManyTriesAndRegistrationsAreWrittenDown() throws Exception {
        Account user = site.user();
        App guesser = site.app();
        for (int i = 0; i < 6; i++) {
            guesser.login(user.loginId(), "wrong password");
            tick();
        }
        site.app()
                .post(
                        App.REGISTER,
                        App.json(Map.of(
                                "loginId",
                                "new",
                                "username",
                                "n",
                                "email",
                                "n@example.com",
                                "password",
                                "long enough")));

        assertThat(events().getFirst().action()).isEqualTo("register");
        assertThat(events().get(1).outcome()).isEqualTo("too many tries");
        assertThat(site.metrics()).contains("yorozu_token_sign_ins_total{outcome=\"limited\"} 1.0");
    }

    @Test
    void theOwnerOfAnAccountFindsItsPast() throws Exception {
        Account user = site.user();
        App app = site.app(user);
        tick();
        app.changePassword(TokenSite.PASSWORD, "another good password").isOk();
        tick();
        app.delete(App.DEVICES + "/"
                        + site.directory().devices(user.id()).getFirst().id())
                .isOk();

        assertThat(site.directory().history(user.id(), 10))
                .extracting(HistoryEvent::type)
                .containsExactly(
                        HistoryEvent.Type.DEVICE_FORGOTTEN,
                        HistoryEvent.Type.PASSWORD_CHANGED,
                        HistoryEvent.Type.SIGNED_IN);
    }

    @Test
    void theOwnerOfAnAccountFindsWhereItWasLeft() throws Exception {
        Account user = site.user();
        App app = site.app(user);
        App thief = app.copy();
        tick();
        app.logoutOthers().isOk();
        tick();
        app.refresh().isOk();
        clock.advance(Duration.ofSeconds(20));
        thief.refresh().isError(401);
        tick();
        app.login(user.loginId(), TokenSite.PASSWORD).isOk();
        tick();
        app.logout();

        assertThat(site.directory().history(user.id(), 10))
                .extracting(HistoryEvent::type)
                .containsExactly(
                        HistoryEvent.Type.SIGNED_OUT,
                        HistoryEvent.Type.SIGNED_IN,
                        HistoryEvent.Type.TOKEN_REUSED,
                        HistoryEvent.Type.SIGNED_OUT_EVERYWHERE,
                        HistoryEvent.Type.SIGNED_IN);
    }

    @Test
    void noEventHoldsAToken() throws Exception {
        App app = site.app(site.user());
        String first = app.refreshToken();
        app.refresh().isOk();
        app.logout();

        assertThat(events().toString()).doesNotContain(first, app.refreshToken(), app.access());
    }
}
