package dev.yorozu.server.systems.tokens;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.account.Account;
import dev.yorozu.account.Role;
import dev.yorozu.secret.Storage;
import dev.yorozu.server.Answer;
import dev.yorozu.store.testkit.Race;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Making an account, where that is open. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RegistrationTest {
    private final TokenSite site = TokenSite.of(
            InstantSource.system(),
            Storage.DOCUMENTED,
            Map.of("systems.tokens.registration", "open", "systems.tokens.rates.register", "50"));

    @AfterAll
    void stop() {
        site.close();
    }

    private static String body(String loginId, String email, String password) {
        return App.json(Map.of("loginId", loginId, "username", "山田 花子", "email", email, "password", password));
    }

    @Test
    void whoeverRegistersCanSignIn() throws Exception {
        App app = site.app();
        Answer answer = app.post(App.REGISTER, body("hanako", "Hanako@example.com", TokenSite.PASSWORD));

        assertThat(answer.status()).isEqualTo(201);
        assertThat(answer.json().propertyNames()).containsExactly("userId");
        Account account =
                site.directory().find(answer.json().get("userId").asLong()).orElseThrow();
        assertThat(account.username()).isEqualTo("山田 花子");
        assertThat(account.roles()).extracting(Role::name).containsExactly("user");
        app.login("hanako@EXAMPLE.com", TokenSite.PASSWORD).isOk();
    }

    @Test
    void nobodyRegistersAsAnOperator() throws Exception {
        Answer answer = site.app()
                .post(
                        App.REGISTER,
                        App.json(Map.of(
                                "loginId",
                                "mallory",
                                "username",
                                "m",
                                "email",
                                "mallory@example.com",
                                "password",
                                TokenSite.PASSWORD,
                                "roles",
                                List.of("admin"),
                                "role",
                                "admin",
                                "enabled",
                                true)));

        assertThat(answer.status()).isEqualTo(201);
        assertThat(site.directory().findByIdentifier("mallory").orElseThrow().hasRole(Role.ADMIN))
                .isFalse();
    }

    @Test
    void aTakenNameOrAddressIsRefusedInAnyCase() throws Exception {
        Account user = site.user();
        App app = site.app();

        assertThat(app.post(
                                App.REGISTER,
                                body(user.loginId().toUpperCase(Locale.ROOT), "new1@example.com", TokenSite.PASSWORD))
                        .isError(409)
                        .complaints())
                .containsExactly("loginId");
        assertThat(app.post(
                                App.REGISTER,
                                body("somebody-new", user.email().toUpperCase(Locale.ROOT), TokenSite.PASSWORD))
                        .isError(409)
                        .complaints())
                .containsExactly("email");
    }

    @Test
    void whatCannotBeKeptIsRefused() throws Exception {
        App app = site.app();

        assertThat(app.post(App.REGISTER, "{}").isError(400).complaints())
                .containsExactlyInAnyOrder("loginId", "username", "email", "password");
        assertThat(app.post(App.REGISTER, body("a:b", "no address", "short"))
                        .isError(400)
                        .complaints())
                .containsExactlyInAnyOrder("loginId", "email", "password");
        assertThat(app.post(App.REGISTER, body("42", "x@example.com", TokenSite.PASSWORD))
                        .isError(400)
                        .complaints())
                .containsExactly("loginId");
    }

    @Test
    void ofManyWhoWantOneNameOneGetsIt() throws Exception {
        List<Integer> statuses = Race.of(
                8,
                number -> status(site.app(), body("wanted", "wanted" + number + "@example.com", TokenSite.PASSWORD)));

        assertThat(statuses).containsOnly(201, 409).containsOnlyOnce(201);
    }

    private static int status(App app, String body) {
        try {
            return app.post(App.REGISTER, body).status();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void oneAddressRegistersOnlySoOften() throws Exception {
        App app = site.app();
        for (int i = 0; i < 50; i++) {
            app.post(App.REGISTER, "{}").isError(400);
        }
        Answer refused = app.post(App.REGISTER, "{}");
        // On a slow machine the limit has given some back meanwhile.
        for (int i = 0; i < 50 && refused.status() == 400; i++) {
            refused = app.post(App.REGISTER, "{}");
        }

        refused.isError(429);
        assertThat(Integer.parseInt(refused.header("Retry-After"))).isPositive();
        site.app().post(App.REGISTER, "{}").isError(400);
    }

    @Test
    void registrationIsClosedUnlessItIsOpened() throws Exception {
        try (TokenSite closed = TokenSite.of(InstantSource.system(), Storage.DOCUMENTED)) {
            closed.app()
                    .post(App.REGISTER, body("hanako", "hanako@example.com", TokenSite.PASSWORD))
                    .isError(403);

            assertThat(closed.directory().findByIdentifier("hanako")).isEmpty();
        }
    }
}
