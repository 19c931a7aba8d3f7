package dev.yorozu.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.server.written.Written;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The real program and the document's Python samples on one store: each reads what the other writes. */
abstract class UsersDocumentContract {
    static final Map<String, String> SETTINGS = Map.of("YOROZU_SYSTEMS_USERS_RATES_SIGNUP", "1000000");
    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final String PASSWORD = "correct horse battery";

    @TempDir
    static Path directory;

    @SuppressWarnings("NullAway.Init") // Set by each test before all.
    static Program.Serving server;

    @SuppressWarnings("NullAway.Init")
    static UsersDocument document;

    private Person person;

    @AfterAll
    static void stop() {
        document.close();
        server.close();
    }

    @BeforeEach
    void signUp() throws Exception {
        person = Person.signedUp();
    }

    /** Somebody who has signed up, and what they were given. */
    private record Person(String id, String session, String access, String refresh) {
        static Person signedUp() throws Exception {
            return of(UsersDocumentContract.send(
                    "POST",
                    "/auth/signup",
                    Optional.empty(),
                    Map.of("email", UUID.randomUUID() + "@example.com", "password", PASSWORD)));
        }

        static Person of(Answer answer) throws Exception {
            assertThat(answer.status()).as("%s", answer.json()).isBetween(200, 201);
            String access = answer.json().get("access_token").asString();
            String refresh = answer.json().get("refresh_token").asString();
            Written.secret(access);
            Written.secret(refresh);
            String id = document.call("claims", access).get("sub").asString();
            return new Person(id, answer.json().get("session_id").asString(), access, refresh);
        }

        Answer send(String method, String path, Map<String, ?> body) throws Exception {
            return UsersDocumentContract.send(method, path, Optional.of(access), body);
        }

        Answer get(String path) throws Exception {
            return send("GET", path, Map.of());
        }

        Answer renew() throws Exception {
            return UsersDocumentContract.send(
                    "POST", "/auth/refresh", Optional.empty(), Map.of("refresh_token", refresh));
        }
    }

    private record Answer(int status, JsonNode json) {
        String detail() {
            return json.get("detail").asString();
        }
    }

    private static Answer send(String method, String path, Optional<String> token, Map<String, ?> body)
            throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server.url() + "/users" + path));
        token.ifPresent(access -> request.header("Authorization", "Bearer " + access));
        if (body.isEmpty()) {
            request.method(method, HttpRequest.BodyPublishers.noBody());
        } else {
            request.header("Content-Type", "application/json");
            request.method(
                    method,
                    HttpRequest.BodyPublishers.ofString(JsonMapper.shared().writeValueAsString(body)));
        }
        HttpResponse<String> response = HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
        return new Answer(response.statusCode(), JsonMapper.shared().readTree(response.body()));
    }

    private Optional<JsonNode> listed(String session) throws Exception {
        return person.get("/sessions")
                .json()
                .get("sessions")
                .valueStream()
                .filter(each -> each.get("session_id").asString().equals(session))
                .findFirst();
    }

    @Test
    void getSessionReadsWhatTheServerSaved() {
        JsonNode session = document.call("get_session", person.id(), person.session());
        assertThat(session.get("user_id").asString()).isEqualTo(person.id());
        assertThat(session.get("session_id").asString()).isEqualTo(person.session());
        assertThat(session.get("access_token").asString()).isEqualTo(person.access());
        assertThat(session.get("refresh_token").asString()).isEqualTo(person.refresh());
        Instant end = Instant.parse(session.get("expires_at").asString());
        assertThat(Instant.parse(session.get("created_at").asString())).isBefore(end);
        assertThat(session.get("ip_address").asString()).isNotEmpty();
        assertThat(session.has("user_agent")).isTrue();
        assertThat(document.call("client.get_session", person.id(), person.session()))
                .isEqualTo(session);
        long life = document.call("ttl", "session:" + person.id() + ":" + person.session())
                .asLong();
        assertThat(life).isGreaterThan(Duration.ofDays(7).toSeconds() - 600);
    }

    @Test
    void aSavedSessionIsListedAndEnded() throws Exception {
        document.call("save_session", person.id(), "sess-7f3d9a1b", "an access token", "a refresh token");
        assertThat(listed("sess-7f3d9a1b")).isPresent();
        assertThat(person.get("/sessions").json().get("count").asInt()).isEqualTo(2);
        assertThat(person.send("DELETE", "/sessions/sess-7f3d9a1b", Map.of()).status())
                .isEqualTo(200);
        assertThat(document.call("get_session", person.id(), "sess-7f3d9a1b").isNull())
                .isTrue();
        assertThat(listed("sess-7f3d9a1b")).isEmpty();
    }

    @Test
    void aSavedSessionWithTokensOfTheServerGoesOn() throws Exception {
        document.call("save_session", person.id(), person.session(), person.access(), person.refresh());
        assertThat(person.get("/auth/me").status()).isEqualTo(200);
        Person renewed = Person.of(person.renew());
        assertThat(renewed.session()).isEqualTo(person.session());
        assertThat(document.call("get_session", person.id(), person.session())
                        .get("refresh_token")
                        .asString())
                .isEqualTo(renewed.refresh());
    }

    @Test
    void aDeletedSessionLetsNobodyIn() throws Exception {
        document.call("client.delete_session", person.id(), person.session());
        assertThat(person.get("/auth/me").status()).isEqualTo(401);
        Answer refused = person.renew();
        assertThat(refused.status()).isEqualTo(401);
        assertThat(refused.detail()).isEqualTo("Session not found");
    }

    @Test
    void logoutUserRefusesBothTokensAtOnce() throws Exception {
        assertThat(person.get("/auth/me").status()).isEqualTo(200);
        document.call("logout_user", person.access(), person.refresh());
        assertThat(person.get("/auth/me").status()).isEqualTo(401);
        Answer refused = person.renew();
        assertThat(refused.status()).isEqualTo(401);
        assertThat(refused.detail()).isEqualTo("Token has been revoked");
    }

    @Test
    void theServersLogoutIsSeenByTheSamples() throws Exception {
        assertThat(document.call("is_token_blacklisted", person.access(), "access")
                        .asBoolean())
                .isFalse();
        assertThat(person.send("POST", "/auth/logout", Map.of("refresh_token", person.refresh()))
                        .status())
                .isEqualTo(200);
        assertThat(document.call("is_token_blacklisted", person.access(), "access")
                        .asBoolean())
                .isTrue();
        assertThat(document.call("is_token_blacklisted", person.refresh(), "refresh")
                        .asBoolean())
                .isTrue();
        String jti = document.call("claims", person.access()).get("jti").asString();
        assertThat(document.call("client.is_blacklisted", jti, "access").asBoolean())
                .isTrue();
        long life = document.call("ttl", "blacklist:access:" + jti).asLong();
        assertThat(life).isBetween(600L, 900L + 30);
        assertThat(document.call("get_session", person.id(), person.session()).isNull())
                .isTrue();
    }

    @Test
    void aSpentRefreshTokenIsSeenByTheSamples() throws Exception {
        Person.of(person.renew());
        assertThat(document.call("is_token_blacklisted", person.refresh(), "refresh")
                        .asBoolean())
                .isTrue();
    }

    @Test
    void addToBlacklistRefusesOneAccessToken() throws Exception {
        String jti = document.call("claims", person.access()).get("jti").asString();
        document.call("client.add_to_blacklist", jti);
        assertThat(person.get("/auth/me").status()).isEqualTo(401);
        Person renewed = Person.of(person.renew());
        assertThat(renewed.get("/auth/me").status()).isEqualTo(200);
    }

    @Test
    void theSamplesReadAProfileThatTheServerCached() throws Exception {
        assertThat(person.send("POST", "/profile", Map.of("first_name", "太郎", "last_name", "山田", "phone", "090"))
                        .status())
                .isBetween(200, 201);
        assertThat(person.get("/profile").json().get("cached").asBoolean()).isFalse();
        int before = document.call("queries").asInt();
        JsonNode profile = document.call("profile_of", person.id());
        assertThat(document.call("queries").asInt()).isEqualTo(before);
        assertThat(profile.get("user_id").asString()).isEqualTo(person.id());
        assertThat(profile.get("first_name").asString()).isEqualTo("太郎");
        assertThat(profile.get("last_name").asString()).isEqualTo("山田");
        assertThat(profile.has("email")).isTrue();
        assertThat(profile.has("address")).isTrue();
        Instant.parse(profile.get("cached_at").asString());
        assertThat(document.call("ttl", "cache:profile:" + person.id()).asLong())
                .isBetween(200L, 300L);
    }

    @Test
    void theServerReadsAProfileThatTheSamplesCached() throws Exception {
        document.call(
                "put_in_database",
                person.id(),
                Map.of("first_name", "花子", "last_name", "佐藤", "email", "hana@example.com", "phone", ""));
        document.call("profile_of", person.id());
        Answer answer = person.get("/profile");
        assertThat(answer.json().get("cached").asBoolean()).isTrue();
        assertThat(answer.json().get("profile").get("first_name").asString()).isEqualTo("花子");
        document.call("client.invalidate_cache", person.id());
        assertThat(person.get("/profile").status()).isEqualTo(404);
    }

    @Test
    void bothCountOnOneLimit() throws Exception {
        int passed = 0;
        Instant hour = hour();
        for (int i = 0; i < 60; i++) {
            passed += document.call("check_rate_limit", person.id(), "/api/profiles")
                            .asBoolean()
                    ? 1
                    : 0;
        }
        Answer last = person.get("/profile");
        for (int i = 0; i < 60; i++) {
            passed += last.status() == 404 ? 1 : 0;
            last = person.get("/profile");
        }
        boolean sampleRefused = !document.call("client.check_rate_limit", person.id(), "/api/profiles")
                .asBoolean();
        if (!hour().equals(hour)) {
            // The hour turned on the way, and with it the count: the next turn is far.
            signUp();
            bothCountOnOneLimit();
            return;
        }
        assertThat(passed).isEqualTo(100);
        assertThat(last.status()).isEqualTo(429);
        assertThat(last.detail()).matches("Rate limit exceeded\\. Try again in [0-9]+ seconds\\.");
        assertThat(sampleRefused).isTrue();
        assertThat(document.call("client.check_rate_limit", person.id(), "/api/profiles/update")
                        .asBoolean())
                .isTrue();
    }

    private record Routed(int status, JsonNode body) {}

    private Routed route() {
        JsonNode answer = document.call("route", person.id(), person.access());
        return new Routed(answer.get(0).asInt(), answer.get(1));
    }

    @Test
    void theRouteOfTheSamplesServesWhatTheServerCachedUntilTheServersLogout() throws Exception {
        person.send("POST", "/profile", Map.of("first_name", "太郎", "last_name", "山田", "phone", "090"));
        assertThat(person.get("/profile").status()).isEqualTo(200);
        int before = document.call("queries").asInt();
        Routed served = route();
        assertThat(served.status()).isEqualTo(200);
        assertThat(served.body().get("first_name").asString()).isEqualTo("太郎");
        assertThat(document.call("queries").asInt()).isEqualTo(before);
        person.send("POST", "/auth/logout", Map.of("refresh_token", person.refresh()));
        assertThat(route().status()).isEqualTo(401);
    }

    @Test
    void theRouteOfTheSamplesSpendsTheServersLimit() throws Exception {
        Instant hour = hour();
        for (int i = 0; i < 99; i++) {
            assertThat(route().status()).isEqualTo(200);
        }
        assertThat(person.get("/profile").status()).isEqualTo(404);
        Routed refused = route();
        Answer last = person.get("/profile");
        if (!hour().equals(hour)) {
            // The hour turned on the way, and with it the count: the next turn is far.
            signUp();
            theRouteOfTheSamplesSpendsTheServersLimit();
            return;
        }
        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.body().get("detail").asString()).isEqualTo("Too Many Requests");
        assertThat(last.status()).isEqualTo(429);
    }

    @Test
    void anUpdateOfTheSamplesEndsTheCachedProfile() throws Exception {
        document.call(
                "put_in_database",
                person.id(),
                Map.of("first_name", "花子", "last_name", "佐藤", "email", "hana@example.com", "phone", ""));
        document.call("profile_of", person.id());
        assertThat(person.get("/profile").json().get("cached").asBoolean()).isTrue();
        document.call("update_profile_of", person.id(), Map.of("first_name", "華子"));
        assertThat(person.get("/profile").status()).isEqualTo(404);
        assertThat(document.call("profile_of", person.id()).get("first_name").asString())
                .isEqualTo("華子");
    }

    @Test
    void livesAreToldAndChangedAsTheSamplesShow() {
        String key = "session:" + person.id() + ":lives";
        List<Long> lives = document.call("lives", key, "{}")
                .valueStream()
                .map(JsonNode::asLong)
                .toList();
        assertThat(lives).hasSize(4).element(0).isEqualTo(-2L);
        assertThat(lives.get(1)).isBetween(3500L, 3600L);
        assertThat(lives.get(2)).isBetween(7100L, 7200L);
        assertThat(lives.get(3)).isEqualTo(-1L);
        assertThat(document.call("drop", key).asInt()).isEqualTo(1);
    }

    @Test
    void theTwoFormsOfARecordAreKeptAndRead() {
        document.call("drop", "session:user-123:sess-abc");
        assertThat(document.call("as_json").get("email").asString()).isEqualTo("test@example.com");
        document.call("drop", "session:user-123:sess-abc");
        assertThat(document.call("as_hash").get(1).asString()).isEqualTo("test@example.com");
        document.call("drop", "session:user-123:sess-abc");
    }

    private static Instant hour() {
        return Instant.now().truncatedTo(ChronoUnit.HOURS);
    }
}
