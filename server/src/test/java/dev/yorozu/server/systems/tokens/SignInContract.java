package dev.yorozu.server.systems.tokens;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.account.Account;
import dev.yorozu.account.AccountCreation;
import dev.yorozu.account.Device;
import dev.yorozu.account.NewAccount;
import dev.yorozu.account.Role;
import dev.yorozu.json.Document;
import dev.yorozu.secret.Storage;
import dev.yorozu.server.Answer;
import dev.yorozu.server.access.password.Argon2Cost;
import dev.yorozu.server.access.password.Argon2Passwords;
import dev.yorozu.store.testkit.HeldClock;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Signing in: what is given to whom, and what is said to everybody else. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class SignInContract {
    private final HeldClock clock = HeldClock.start();
    private final TokenSite site;

    SignInContract(Storage storage) {
        site = TokenSite.of(clock, storage);
    }

    @AfterAll
    void stop() {
        site.close();
    }

    @Test
    void aSignInGivesAPairAndTellsWhoItIsFor() throws Exception {
        Account user = site.user();
        Answer answer = site.app().login(user.loginId(), TokenSite.PASSWORD).isOk();

        assertThat(answer.json().propertyNames())
                .containsExactly(
                        "accessToken",
                        "tokenType",
                        "expiresAt",
                        "expiresIn",
                        "userId",
                        "loginId",
                        "username",
                        "email",
                        "roles",
                        "refreshToken",
                        "refreshExpiresAt",
                        "device");
        assertThat(answer.text("tokenType")).isEqualTo("Bearer");
        assertThat(answer.json().get("expiresIn").asInt()).isEqualTo(900);
        assertThat(Instant.parse(answer.text("expiresAt")))
                .isEqualTo(clock.instant().plus(Duration.ofMinutes(15)));
        assertThat(Instant.parse(answer.text("refreshExpiresAt")))
                .isEqualTo(clock.instant().plus(Duration.ofDays(30)));
        assertThat(answer.json().get("userId").asLong()).isEqualTo(user.id());
        assertThat(answer.text("loginId")).isEqualTo(user.loginId());
        assertThat(answer.text("email")).isEqualTo(user.email());
        assertThat(answer.json().get("roles").get(0).get("name").asString()).isEqualTo("user");
        assertThat(answer.json().get("roles").get(0).get("id").asLong()).isPositive();
        assertThat(answer.text("refreshToken")).matches("[0-9a-f]{32}");
        assertThat(answer.json().get("device").get("isNewDevice").asBoolean()).isTrue();
        assertThat(answer.header("Cache-Control")).isEqualTo("no-store");
    }

    @Test
    void theAccessTokenSaysWhatTheContractNames() throws Exception {
        Account user = site.user();
        App app = site.app(user);
        String[] parts = app.access().split("\\.");
        Document claims = Document.parse(new String(Base64.getUrlDecoder().decode(parts[1]), "UTF-8"))
                .orElseThrow();

        assertThat(claims.names())
                .containsExactlyInAnyOrder(
                        "jti", "sub", "email", "iat", "username", "userId", "roles", "iss", "aud", "exp");
        assertThat(claims.text("sub")).contains(user.user());
        assertThat(claims.text("email")).contains(user.email());
        assertThat(claims.texts("roles")).containsExactly("user");
        assertThat(claims.number("exp").orElseThrow() - claims.number("iat").orElseThrow())
                .isEqualTo(900);
        assertThat(app.isIn()).isTrue();
    }

    @Test
    void anAddressOrALoginIdWillDoInAnyCase() throws Exception {
        Account user = site.user();

        site.app()
                .login(user.email().toUpperCase(Locale.ROOT), TokenSite.PASSWORD)
                .isOk();
        site.app()
                .login(user.loginId().toUpperCase(Locale.ROOT), TokenSite.PASSWORD)
                .isOk();
    }

    @Test
    void namesOfFieldsMayHaveAnyCase() throws Exception {
        Account user = site.user();
        String body = App.json(Map.of(
                "LoginIdentifier",
                user.loginId(),
                "PASSWORD",
                TokenSite.PASSWORD,
                "devicetype",
                "desktopapp",
                "OS",
                "macos"));

        site.app().post(App.LOGIN, body).isOk();
        Device device = site.directory().devices(user.id()).getFirst();
        assertThat(TokensJson.spelled(device.type())).isEqualTo("DesktopApp");
        assertThat(TokensJson.spelled(device.os())).isEqualTo("MacOS");
    }

    @Test
    void unknownUserWrongPasswordAndDisabledAccountLookAlike() throws Exception {
        Account user = site.user();
        Account disabled = site.user();
        site.accounts().disable(disabled.id());

        Answer wrong = site.app().login(user.loginId(), "wrong password").isError(401);
        Answer unknown =
                site.app().login("nobody-of-that-name", "wrong password").isError(401);
        Answer off = site.app().login(disabled.loginId(), TokenSite.PASSWORD).isError(401);

        assertThat(unknown.body()).isEqualTo(wrong.body()).isEqualTo(off.body());
        assertThat(unknown.response().headers().map().keySet())
                .isEqualTo(wrong.response().headers().map().keySet());
    }

    @Test
    void strangersWhoGuessLockNobodyOut() throws Exception {
        Account user = site.user();
        App owner = site.app(user);
        for (int i = 0; i < 21; i++) {
            site.app().login(user.loginId(), "wrong password").isError(401);
        }
        Answer refused = site.app().login(user.email(), TokenSite.PASSWORD).isError(429);
        assertThat(refused.header("Retry-After")).isEqualTo("10");

        owner.login(user.loginId(), TokenSite.PASSWORD).isOk();
        clock.advance(Duration.ofSeconds(10));
        site.app().login(user.loginId(), TokenSite.PASSWORD).isOk();
    }

    @Test
    void fiveFailuresAnHourLockTheAddressForEverybody() throws Exception {
        App app = site.app();
        for (int i = 0; i < 5; i++) {
            app.login("nobody" + i, "wrong password").isError(401);
        }

        app.login(site.user().loginId(), TokenSite.PASSWORD).isError(429);
    }

    @Test
    void aNameThatNobodyHasIsLockedLikeOneThatSomebodyHas() throws Exception {
        for (int i = 0; i < 21; i++) {
            site.app().login("nobody-at-all", "wrong password").isError(401);
        }

        site.app().login("Nobody-At-All", "wrong password").isError(429);
    }

    @Test
    void successesCountForNothing() throws Exception {
        Account user = site.user();
        App app = site.app();
        for (int i = 0; i < 4; i++) {
            app.login(user.loginId(), "wrong password").isError(401);
        }
        for (int i = 0; i < 8; i++) {
            app.login(user.loginId(), TokenSite.PASSWORD).isOk();
        }
        app.login(user.loginId(), "wrong password").isError(401);
        app.login(user.loginId(), TokenSite.PASSWORD).isError(429);
    }

    @Test
    void aDeviceThatIsKnownIsKnownAgain() throws Exception {
        Account user = site.user();
        App app = site.app();
        Answer first = app.login(user.loginId(), TokenSite.PASSWORD).isOk();
        Answer second = app.login(user.loginId(), TokenSite.PASSWORD).isOk();

        assertThat(second.json().get("device").get("publicId"))
                .isEqualTo(first.json().get("device").get("publicId"));
        assertThat(second.json().get("device").get("isNewDevice").asBoolean()).isFalse();
    }

    @Test
    void oneDeviceMoreThanTheMostEndsTheOneUnusedForLongest() throws Exception {
        Account user = site.user();
        App first = site.app(user);
        for (int i = 0; i < 4; i++) {
            clock.advance(Duration.ofSeconds(1));
            site.app(user);
        }
        assertThat(first.isIn()).isTrue();
        clock.advance(Duration.ofSeconds(1));
        App sixth = site.app(user);

        assertThat(first.isIn()).isFalse();
        first.refresh().isError(401);
        assertThat(sixth.isIn()).isTrue();
        assertThat(site.tokens().list(user.user())).hasSize(5);
    }

    @Test
    void everythingThatIsWrongWithTheFieldsIsTold() throws Exception {
        App app = site.app();
        Answer answer = app.post(
                        App.LOGIN,
                        App.json(Map.of(
                                "deviceType",
                                "Fridge",
                                "os",
                                7,
                                "deviceName",
                                "n".repeat(101),
                                "userAgent",
                                "u".repeat(201),
                                "appVersion",
                                "v".repeat(51),
                                "timezone",
                                "t".repeat(51),
                                "location",
                                "l".repeat(201),
                                "ipAddress",
                                "1".repeat(46))))
                .isError(400);

        assertThat(answer.complaints())
                .containsExactlyInAnyOrder(
                        "loginIdentifier",
                        "password",
                        "deviceType",
                        "os",
                        "deviceName",
                        "userAgent",
                        "appVersion",
                        "timezone",
                        "location",
                        "ipAddress");
        assertThat(answer.json().get("details").get("deviceType").asString())
                .isEqualTo("must be one of Browser, MobileApp, DesktopApp, Other");
        assertThat(answer.body()).doesNotContain("Fridge");
    }

    @Test
    void whatIsAsLongAsItMayBeIsTaken() throws Exception {
        Account user = site.user();
        String body = App.json(Map.of(
                "loginIdentifier",
                user.loginId(),
                "password",
                TokenSite.PASSWORD,
                "deviceType",
                "Other",
                "os",
                "iOS",
                "deviceName",
                "万".repeat(100),
                "userAgent",
                "u".repeat(200),
                "location",
                "𠮷".repeat(200),
                "ipAddress",
                "203.0.113.77"));

        site.app().post(App.LOGIN, body).isOk();
        Device device = site.directory().devices(user.id()).getFirst();
        assertThat(device.name()).isEqualTo("万".repeat(100));
        assertThat(device.lastLocation()).isEqualTo("𠮷".repeat(200));
        assertThat(device.lastAddress().text())
                .as("the connection's, whatever was declared")
                .startsWith("10.")
                .endsWith(".0");
    }

    @Test
    void signInsAreCountedByWhatBecameOfThem() throws Exception {
        Account user = site.user();
        site.app().login(user.loginId(), TokenSite.PASSWORD).isOk();
        site.app().login(user.loginId(), "wrong password").isError(401);

        assertThat(site.metrics())
                .containsPattern("yorozu_token_sign_ins_total\\{outcome=\"entered\"} [1-9]")
                .containsPattern("yorozu_token_sign_ins_total\\{outcome=\"refused\"} [1-9]");
        assertThat(List.of(site.metrics().split("\n"))).noneMatch(line -> line.contains(user.loginId()));
    }

    @Test
    void anUnknownUserCostsWhatAWrongPasswordDoes() throws Exception {
        Account user = site.user();
        List<Long> wrong = costs(user.loginId());
        List<Long> unknown = costs("nobody-of-this-name");

        assertThat(unknown).as("trips to the store, calls of the directory").isEqualTo(wrong);
    }

    private List<Long> costs(String identifier) throws Exception {
        long trips = site.store().trips();
        long calls = site.directory().calls();
        site.app().login(identifier, "wrong password").isError(401);
        return List.of(site.store().trips() - trips, site.directory().calls() - calls);
    }

    @Test
    void anOldHashIsReplacedAtTheNextSignIn() throws Exception {
        String old = new Argon2Passwords(new Argon2Cost(32, 1, 1), 1, 8, new SecureRandom()).hash(TokenSite.PASSWORD);
        String name = "old-" + site.user().loginId();
        AccountCreation creation =
                site.directory().create(new NewAccount(name, "Old", name + "@example.com", old, Set.of(Role.USER)));
        Account before = ((AccountCreation.Created) creation).account();
        site.app().login(name, TokenSite.PASSWORD).isOk();
        Account after = site.directory().find(before.id()).orElseThrow();

        assertThat(after.passwordHash()).isNotEqualTo(old);
        assertThat(TestPasswords.SET.outdated(after.passwordHash())).isFalse();
        assertThat(after.version()).isEqualTo(before.version());
        site.app().login(name, TokenSite.PASSWORD).isOk();
    }
}
