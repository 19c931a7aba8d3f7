package dev.yorozu.server.systems.tokens;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.account.Account;
import dev.yorozu.keyspace.TokenKeys;
import dev.yorozu.secret.Storage;
import dev.yorozu.server.Answer;
import dev.yorozu.store.testkit.HeldClock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** What operators see and end of a user's tokens. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class AdminContract {
    private final HeldClock clock = HeldClock.start();
    private final TokenSite site;

    AdminContract(Storage storage) {
        site = TokenSite.of(clock, storage);
    }

    @AfterAll
    void stop() {
        site.close();
    }

    private static String tokens(Account user) {
        return "/api/admin/users/" + user.id() + "/tokens";
    }

    @Test
    void anOperatorSeesTokensWithTheirLivesAndNoSecret() throws Exception {
        Account user = site.user();
        App app = site.app(user);
        app.refresh().isOk();
        clock.advance(Duration.ofMinutes(1));
        Answer answer = site.app(site.admin()).get(tokens(user)).isOk();
        JsonNode json = answer.json();

        assertThat(json.propertyNames()).containsExactly("userId", "refreshTokens", "accessTokens");
        assertThat(json.get("refreshTokens")).hasSize(1);
        assertThat(json.get("refreshTokens").get(0).propertyNames())
                .containsExactly("familyId", "devicePublicId", "signedInAt", "issuedAt", "expiresAt", "expiresIn");
        assertThat(json.get("refreshTokens").get(0).get("expiresIn").asLong())
                .isEqualTo(Duration.ofDays(30).minusMinutes(1).toSeconds());
        assertThat(json.get("accessTokens")).hasSize(2);
        assertThat(json.get("accessTokens").get(0).propertyNames())
                .containsExactly("jti", "familyId", "issuedAt", "expiresAt", "expiresIn");
        assertThat(json.get("accessTokens").get(0).get("expiresIn").asInt()).isEqualTo(840);
        assertThat(answer.body()).doesNotContain(app.refreshToken(), app.access());
    }

    @Test
    void anOperatorEndsEverythingOfAUser() throws Exception {
        Account user = site.user();
        App one = site.app(user);
        App two = site.app(user);
        App operator = site.app(site.admin());
        Answer answer = operator.delete(tokens(user)).isOk();

        assertThat(answer.body()).isEqualTo("{\"revokedCount\":2}");
        assertThat(one.isIn()).isFalse();
        assertThat(two.isIn()).isFalse();
        one.refresh().isError(401);
        assertThat(operator.get(tokens(user)).json().get("refreshTokens")).isEmpty();
        one.login(user.loginId(), TokenSite.PASSWORD).isOk();
        assertThat(one.isIn()).isTrue();
    }

    @Test
    void anOperatorBlacklistsOneToken() throws Exception {
        Account user = site.user();
        App one = site.app(user);
        App two = site.app(user);
        App operator = site.app(site.admin());
        String jti = one.get(App.VERIFY).text("jti");
        Answer answer = operator.send("POST", tokens(user) + "/blacklist", "{\"Jti\":\"" + jti + "\"}");

        assertThat(answer.status()).isEqualTo(204);
        assertThat(one.isIn()).isFalse();
        one.refresh().isError(401);
        assertThat(two.isIn()).isTrue();
        assertThat(site.store().get(TokenKeys.REVOKED.key(jti))).isPresent();
    }

    @Test
    void anIdOfAnotherProgramCanBeBlacklistedToo() throws Exception {
        App operator = site.app(site.admin());
        Answer answer = operator.send("POST", tokens(site.user()) + "/blacklist", "{\"jti\":\"abcd-jti-0001\"}");

        assertThat(answer.status()).isEqualTo(204);
        assertThat(site.store().get(TokenKeys.REVOKED.key("abcd-jti-0001"))).isPresent();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "a:b", "*", "{a}", "a b", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
            })
    void whatIsNoIdIsRefused(String jti) throws Exception {
        App operator = site.app(site.admin());

        assertThat(operator.send("POST", tokens(site.user()) + "/blacklist", "{\"jti\":\"" + jti + "\"}")
                        .isError(400)
                        .complaints())
                .containsExactly("jti");
    }

    @Test
    void anOperatorInvalidatesWhatWasIssuedBeforeAMoment() throws Exception {
        Account user = site.user();
        App old = site.app(user);
        clock.advance(Duration.ofMinutes(1));
        App young = site.app(user);
        App operator = site.app(site.admin());
        String moment = clock.instant().minusSeconds(30).toString();
        Answer answer = operator.send("POST", tokens(user) + "/invalidate-before", "{\"time\":\"" + moment + "\"}")
                .isOk();

        assertThat(answer.body()).isEqualTo("{\"revokedCount\":1}");
        assertThat(old.isIn()).isFalse();
        old.refresh().isError(401);
        assertThat(young.isIn()).isTrue();
    }

    @Test
    void invalidatingBeforeNowNeedsNoTime() throws Exception {
        Account user = site.user();
        App app = site.app(user);
        clock.advance(Duration.ofSeconds(1));
        site.app(site.admin())
                .send("POST", tokens(user) + "/invalidate-before", "{}")
                .isOk();

        assertThat(app.isIn()).isFalse();
    }

    @Test
    void aMomentInTheFutureOrBeforeAllTimeIsRefused() throws Exception {
        App operator = site.app(site.admin());
        String path = tokens(site.user()) + "/invalidate-before";
        for (String time : List.of(
                clock.instant().plusSeconds(2).toString(),
                "1969-12-31T23:59:59Z",
                "yesterday",
                "+999999999-01-01T00:00:00Z",
                "2026-11-16")) {
            assertThat(operator.send("POST", path, "{\"time\":\"" + time + "\"}")
                            .isError(400)
                            .complaints())
                    .as(time)
                    .containsExactly("time");
        }
    }

    @Test
    void onlyOperatorsMayDoThis() throws Exception {
        Account user = site.user();
        App app = site.app(user);
        for (String[] each :
                new String[][] {{"GET", ""}, {"DELETE", ""}, {"POST", "/blacklist"}, {"POST", "/invalidate-before"}}) {
            String body = each[0].equals("POST") ? "{\"jti\":\"x\"}" : "";
            app.send(each[0], tokens(user) + each[1], body).isError(403);
            site.app().send(each[0], tokens(user) + each[1], body).isError(401);
        }
        assertThat(app.isIn()).isTrue();
    }

    @Test
    void aRoleThatWasWithdrawnCountsNoMoreAtOnce() throws Exception {
        Account admin = site.admin();
        App operator = site.app(admin);
        operator.get(tokens(admin)).isOk();
        site.directory().withdraw(admin.id(), "admin");

        operator.get(tokens(admin)).isError(403);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "999999999", "x", "-1", "99999999999999999999999", "1:2", "*"})
    void aUserWhoIsNoneIsNotFound(String id) throws Exception {
        site.app(site.admin()).get("/api/admin/users/" + id + "/tokens").isError(404);
    }
}
