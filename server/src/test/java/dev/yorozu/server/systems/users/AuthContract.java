package dev.yorozu.server.systems.users;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.account.Account;
import dev.yorozu.account.Role;
import dev.yorozu.json.Document;
import dev.yorozu.jwt.Jwt;
import dev.yorozu.jwt.JwtPolicy;
import dev.yorozu.keyspace.UserKeys;
import dev.yorozu.secret.Digests;
import dev.yorozu.secret.Storage;
import dev.yorozu.server.Answer;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import dev.yorozu.store.testkit.HeldClock;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Signing up, in and out, whichever way things are stored. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class AuthContract {
    private final HeldClock clock = HeldClock.start();
    private final UsersSite site;

    AuthContract(Storage storage) {
        site = UsersSite.of(clock, storage);
    }

    @AfterAll
    void close() {
        site.close();
    }

    @Test
    void aSignInGivesAPairAndItsSession() throws Exception {
        Answer answer = site.app().login(site.user().email(), UsersSite.PASSWORD);

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.json().propertyNames())
                .containsExactly("access_token", "refresh_token", "token_type", "expires_in", "session_id");
        assertThat(answer.text("token_type")).isEqualTo("bearer");
        assertThat(answer.json().get("expires_in").asInt()).isEqualTo(900);
        assertThat(answer.text("session_id")).matches("sess-[0-9a-f]{32}");
        assertThat(answer.header("Cache-Control")).isEqualTo("no-store");
    }

    /** And {@code client_id}, which RFC 9068 requires besides. */
    @Test
    void tokensSayWhatTheContractNames() throws Exception {
        Account user = site.user();
        UserApp app = site.app(user);
        Document access = UserApp.claims(app.access());
        Document refresh = UserApp.claims(app.refreshToken());

        assertThat(access.names())
                .containsExactlyInAnyOrder(
                        "sub", "iss", "aud", "iat", "exp", "jti", "sid", "client_id", "scope", "roles");
        assertThat(access.text("sub")).contains(user.uuid().toString());
        assertThat(access.text("iss")).contains("https://auth.example.com");
        assertThat(access.text("aud")).contains("fastapi-api");
        assertThat(access.text("sid")).contains(app.session());
        assertThat(access.texts("roles")).containsExactly("user");
        assertThat(life(access)).isEqualTo(900);
        assertThat(UserApp.header(app.access()).text("typ")).contains("at+jwt");
        assertThat(UserApp.header(app.access()).text("alg")).contains("RS256");
        assertThat(UserApp.header(app.access()).has("kid")).isTrue();
        assertThat(UserApp.header(app.refreshToken()).text("typ")).contains("rt+jwt");
        assertThat(refresh.text("iss")).contains("https://auth.example.com");
        assertThat(refresh.text("aud")).contains("https://auth.example.com");
        assertThat(refresh.text("sid")).contains(app.session());
        assertThat(refresh.has("roles")).isFalse();
        assertThat(life(refresh)).isEqualTo(Duration.ofDays(7).toSeconds());
    }

    private static long life(Document claims) {
        return claims.number("exp").orElseThrow() - claims.number("iat").orElseThrow();
    }

    @Test
    void whoeverIsToBeRememberedGetsALongerLife() throws Exception {
        UserApp app = site.app();
        app.login(site.user().email(), UsersSite.PASSWORD, true).isOk();

        assertThat(life(UserApp.claims(app.refreshToken())))
                .isEqualTo(Duration.ofDays(30).toSeconds());
    }

    @Test
    void aSignUpSignsInAndCannotChooseARole() throws Exception {
        String email = UsersSite.email();
        UserApp app = site.app();
        Answer answer = app.signUp(Map.of(
                "email",
                email,
                "password",
                UsersSite.PASSWORD,
                "role",
                "admin",
                "roles",
                new String[] {"admin"},
                "is_admin",
                true,
                "scope",
                "admin"));

        assertThat(answer.status()).isEqualTo(201);
        assertThat(answer.json().propertyNames())
                .containsExactly("access_token", "refresh_token", "token_type", "expires_in", "session_id");
        assertThat(app.isIn()).isTrue();
        Account account = site.directory().findByIdentifier(email).orElseThrow();
        assertThat(account.roles()).extracting(Role::name).containsExactly(Role.USER);
        assertThat(UserApp.claims(app.access()).texts("roles")).containsExactly("user");
        assertThat(app.get(UserApp.ME).json().get("roles").toString()).isEqualTo("[\"user\"]");
        app.get(UserApp.ADMIN_SESSIONS + "stats").isError(403, "Forbidden");
        site.app().login(email, UsersSite.PASSWORD).isOk();
    }

    @Test
    void anAddressIsSignedUpOnce() throws Exception {
        String email = UsersSite.email();
        site.app().signUp(email, UsersSite.PASSWORD).isStatus(201);

        site.app().signUp(email.toUpperCase(Locale.ROOT), UsersSite.PASSWORD).isError(409, "Email already registered");
    }

    @Test
    void aSignUpNeedsAnAddressAndAPasswordThatWillDo() throws Exception {
        UserApp app = site.app();

        app.signUp(Map.of()).isError(400, "email is required; password is required");
        assertThat(app.signUp("no address", UsersSite.PASSWORD).isError(400).text("detail"))
                .isEqualTo("email is no valid email");
        assertThat(app.signUp(UsersSite.email(), "short").isError(400).text("detail"))
                .isEqualTo("A password has at least 8 characters.");
        app.post(UserApp.SIGNUP, "[]").isError(400);
    }

    @Test
    void unknownUserWrongPasswordAndDisabledAccountLookAlike() throws Exception {
        Account user = site.user();
        Account disabled = site.user();
        site.accounts().disable(disabled.id());

        String four = "Invalid credentials. 4 attempts remaining.";
        site.app().login(user.email(), "wrong password").isError(401, four);
        site.app().login("nobody@example.com", "wrong password").isError(401, four);
        site.app().login(disabled.email(), UsersSite.PASSWORD).isError(401, four);
    }

    @Test
    void triesOfAnAddressAreCountedDownWhoeverIsTried() throws Exception {
        UserApp app = site.app();
        for (int left = 4; left >= 0; left--) {
            app.login(left % 2 == 0 ? "nobody@example.com" : site.user().email(), "wrong password")
                    .isError(401, "Invalid credentials. " + left + " attempts remaining.");
        }
        Answer refused = app.login(site.user().email(), UsersSite.PASSWORD)
                .isError(429, "Too many login attempts. Please try again later.");

        long wait = Long.parseLong(refused.header("Retry-After"));
        assertThat(wait).isBetween(1L, 3600L);
        clock.advance(Duration.ofSeconds(wait));
        app.login(site.user().email(), UsersSite.PASSWORD).isOk();
    }

    @Test
    void aSuccessClearsTheTriesOfItsAddress() throws Exception {
        Account user = site.user();
        UserApp app = site.app();
        for (int i = 0; i < 4; i++) {
            app.login(user.email(), "wrong password").isError(401);
        }
        app.login(user.email(), UsersSite.PASSWORD).isOk();

        app.login(user.email(), "wrong password").isError(401, "Invalid credentials. 4 attempts remaining.");
    }

    @Test
    void strangersWhoGuessLockNobodyOut() throws Exception {
        Account user = site.user();
        UserApp owner = site.app(user);
        // Twenty at once, and then one in ten seconds, of which none have passed.
        for (int i = 0; i < 21; i++) {
            site.app().login(user.email(), "wrong password").isError(401);
        }
        Answer refused = site.app()
                .login(user.email(), UsersSite.PASSWORD)
                .isError(429, "Too many login attempts. Please try again later.");
        assertThat(refused.header("Retry-After")).isEqualTo("10");

        owner.login(user.email(), UsersSite.PASSWORD).isOk();
        clock.advance(Duration.ofSeconds(10));
        site.app().login(user.email(), UsersSite.PASSWORD).isOk();
    }

    @Test
    void aRefreshGivesANewPairOfTheSameSession() throws Exception {
        UserApp app = site.app(site.user());
        String access = app.access();
        String refresh = app.refreshToken();
        String session = app.session();
        clock.advance(Duration.ofSeconds(30));
        Answer answer = app.refresh().isOk();

        assertThat(answer.json().propertyNames())
                .containsExactly("access_token", "refresh_token", "token_type", "expires_in", "session_id");
        assertThat(app.session()).isEqualTo(session);
        assertThat(app.access()).isNotEqualTo(access);
        assertThat(app.refreshToken()).isNotEqualTo(refresh);
        assertThat(app.isIn()).isTrue();
    }

    @Test
    void aSpentTokenGetsTheSamePairWithinTheGrace() throws Exception {
        UserApp app = site.app(site.user());
        String spent = app.refreshToken();
        app.refresh().isOk();
        clock.advance(Duration.ofSeconds(9));
        Answer again = app.refresh(spent).isOk();

        assertThat(again.text("access_token")).isEqualTo(app.access());
        assertThat(again.text("refresh_token")).isEqualTo(app.refreshToken());
        assertThat(app.isIn()).isTrue();
    }

    @Test
    void reuseAfterTheGraceEndsAllSessionsOfTheUser() throws Exception {
        Account user = site.user();
        UserApp app = site.app(user);
        UserApp elsewhere = site.app(user);
        String spent = app.refreshToken();
        app.refresh().isOk();
        clock.advance(Duration.ofSeconds(11));
        site.app().refresh(spent).isError(401, "Security violation: Token already used");

        assertThat(app.isIn()).isFalse();
        assertThat(elsewhere.isIn()).isFalse();
        elsewhere.refresh().isError(401);
        assertThat(site.logins().list(user.uuid().toString())).isEmpty();
    }

    @Test
    void aRefreshTokenThatNamesTheAudienceOfAccessTokensStillRefreshes() throws Exception {
        Account user = site.user();
        UserApp app = site.app(user);
        Document claims = UserApp.claims(app.refreshToken());
        String earlier = site.sign(
                new JwtPolicy("https://auth.example.com", "fastapi-api", "rt+jwt", Duration.ofSeconds(30)),
                new Jwt(
                        claims.text("jti").orElseThrow(),
                        user.uuid().toString(),
                        Instant.ofEpochSecond(claims.number("iat").orElseThrow()),
                        Instant.ofEpochSecond(claims.number("exp").orElseThrow()),
                        claims.only("sid")));
        Key key = UserKeys.SESSION.key(user.uuid().toString(), app.session());
        Document record = Document.parse(site.store().get(key).orElseThrow()).orElseThrow();
        boolean shown = record.text("refresh_token").orElseThrow().equals(app.refreshToken());
        site.store()
                .commit(Batch.builder()
                        .put(
                                key,
                                record.with("refresh_token", shown ? earlier : Digests.hex(earlier))
                                        .bytes(),
                                Expiry.keep())
                        .build());

        app.holding(app.access(), earlier).refresh().isOk();
        assertThat(app.isIn()).isTrue();
        assertThat(UserApp.claims(app.refreshToken()).text("aud")).isEqualTo(claims.text("iss"));
    }

    @Test
    void whatIsNoRefreshTokenIsToldSo() throws Exception {
        UserApp app = site.app(site.user());

        app.refresh("not a token").isError(401, "Invalid refresh token");
        app.refresh(app.access()).isError(401, "Invalid refresh token");
        app.refresh(app.refreshToken() + "x").isError(401, "Invalid refresh token");
        app.post(UserApp.REFRESH, "{}").isError(400, "refresh_token is required");
        assertThat(app.isIn()).isTrue();
    }

    @Test
    void aRefreshTokenOfAnEndedSessionIsToldSo() throws Exception {
        Account user = site.user();
        UserApp app = site.app(user);
        site.app(user).delete("/sessions/" + app.session()).isOk();

        assertThat(app.refresh().isError(401).text("detail")).isIn("Session not found", "Token has been revoked");
    }

    @Test
    void anUnusedRefreshTokenEndsWithItsLife() throws Exception {
        UserApp app = site.app(site.user());
        app.login(site.user().email(), UsersSite.PASSWORD, true).isOk();
        clock.advance(Duration.ofDays(31));

        assertThat(app.refresh().isError(401).text("detail")).isIn("Invalid refresh token", "Session not found");
    }

    @Test
    void aLogoutEndsBothTokensAtOnce() throws Exception {
        Account user = site.user();
        UserApp app = site.app(user);
        UserApp elsewhere = site.app(user);
        Answer answer = app.logout().isOk();

        assertThat(answer.body()).isEqualTo("{\"message\":\"Logged out successfully\"}");
        assertThat(app.isIn()).isFalse();
        app.refresh().isError(401, "Token has been revoked");
        app.logout().isError(401, "Could not validate credentials");
        assertThat(elsewhere.isIn()).isTrue();
    }

    @Test
    void aLogoutNeedsNoRefreshToken() throws Exception {
        UserApp app = site.app(site.user());
        app.send("POST", UserApp.LOGOUT, "").isOk();

        assertThat(app.isIn()).isFalse();
        app.refresh().isError(401);
    }

    @Test
    void somebodyElsesRefreshTokenIsLeftAloneByALogout() throws Exception {
        UserApp victim = site.app(site.user());
        UserApp app = site.app(site.user());
        app.send("POST", UserApp.LOGOUT, UserApp.json(Map.of("refresh_token", victim.refreshToken())))
                .isOk();

        assertThat(victim.isIn()).isTrue();
        victim.refresh().isOk();
    }

    @Test
    void whoeverIsSignedInLearnsWhoTheyAre() throws Exception {
        Account user = site.user();
        UserApp app = site.app(user);
        Answer answer = app.get(UserApp.ME).isOk();

        assertThat(answer.json().propertyNames())
                .containsExactly("user_id", "email", "username", "roles", "created_at", "session_id");
        assertThat(answer.text("user_id")).isEqualTo(user.uuid().toString());
        assertThat(answer.text("email")).isEqualTo(user.email());
        assertThat(answer.text("session_id")).isEqualTo(app.session());
    }

    @Test
    void everythingAnswersUnderBothPrefixes() throws Exception {
        Account user = site.user();
        UserApp app = site.app();
        String credentials = UserApp.json(Map.of("email", user.email(), "password", UsersSite.PASSWORD));
        Answer entered = app.post("/api/v1" + UserApp.LOGIN, credentials).isOk();
        app.holding(entered.text("access_token"), entered.text("refresh_token"));

        app.get("/api/v1" + UserApp.ME).isOk();
        app.get("/api/v1" + UserApp.SESSIONS).isOk();
        app.get("/api/v1/.well-known/jwks.json").isOk();
        app.post("/api/v1" + UserApp.REFRESH, UserApp.json(Map.of("refresh_token", app.refreshToken())))
                .isOk();
        app.get("/api/v1" + UserApp.ADMIN_SESSIONS + "stats").isError(403, "Forbidden");
        app.send("POST", "/api/v1" + UserApp.LOGOUT, "").isOk();
        app.get("/api/v1/nothing").isError(404);
    }

    @Test
    void aDisabledAccountIsOutAtOnce() throws Exception {
        Account user = site.user();
        UserApp app = site.app(user);
        site.accounts().disable(user.id());

        assertThat(app.isIn()).isFalse();
        app.refresh().isError(401);
    }

    @Test
    void aPasswordThatAnOperatorSetEndsEverySession() throws Exception {
        Account user = site.user();
        UserApp app = site.app(user);
        site.accounts().setPassword(user.id(), "another horse battery");

        assertThat(app.isIn()).isFalse();
        site.app().login(user.email(), "another horse battery").isOk();
    }
}
