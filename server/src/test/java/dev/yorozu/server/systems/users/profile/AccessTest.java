package dev.yorozu.server.systems.users.profile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.jwt.Verification;
import dev.yorozu.keyspace.UserKeys;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Expiry;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Who may do what: every route with no token, with those that do not count, and with somebody else's name. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AccessTest {
    private record Route(String method, String path, String body) {}

    private final ProfileFixture stage = new ProfileFixture(Map.of());

    @AfterAll
    void stop() {
        stage.close();
    }

    private static List<Route> forAnybody(Person person) {
        return List.of(
                new Route("GET", "/profile", ""),
                new Route("POST", "/profile", ProfileFixture.HANAKO),
                new Route("PUT", "/profile", ProfileFixture.HANAKO),
                new Route("GET", "/profiles/" + person.id(), ""),
                new Route("POST", "/limits/check", "{\"endpoint\":\"/api/documents/upload\"}"));
    }

    private static List<Route> forOperators(Person person) {
        return List.of(
                new Route("POST", "/profiles/batch", "{\"user_ids\":[\"" + person.id() + "\"]}"),
                new Route("DELETE", "/admin/cache/" + person.id(), ""),
                new Route("POST", "/admin/system/cache/clear", ""),
                new Route("GET", "/admin/system/redis/status", ""));
    }

    private static List<Route> all(Person person) {
        return Stream.concat(forAnybody(person).stream(), forOperators(person).stream())
                .toList();
    }

    @Test
    void withoutATokenNothingIsAnswered() throws Exception {
        Person person = stage.hanako();
        for (Route route : all(person)) {
            var answer =
                    person.as("", route.method(), route.path(), route.body()).isError(401, "Not authenticated");
            assertThat(answer.header("WWW-Authenticate")).isEqualTo("Bearer");
        }
    }

    @Test
    void tokensThatDoNotCountAreRefused() throws Exception {
        Person person = stage.hanako();
        String access = person.tokens().accessToken();
        Person out = stage.site.person();
        stage.site.logins().endAll(out.id());
        for (String token : List.of(
                "nonsense",
                "",
                access.substring(0, access.length() - 3) + "AAA",
                person.tokens().refreshToken(),
                out.tokens().accessToken())) {
            for (Route route : all(person)) {
                var answer = person.as("Bearer " + token, route.method(), route.path(), route.body())
                        .isError(401, "Could not validate credentials");
                assertThat(answer.header("WWW-Authenticate")).startsWith("Bearer");
            }
        }
    }

    @Test
    void aTokenThatHasEndedOrIsRevokedIsRefused() throws Exception {
        try (ProfileFixture later = new ProfileFixture(Map.of())) {
            Person revoked = later.hanako();
            String jti = ((Verification.Valid)
                            later.site.logins().access().verify(revoked.tokens().accessToken()))
                    .jwt()
                    .id();
            later.store.commit(Batch.builder()
                    .put(UserKeys.REVOKED_ACCESS.key(jti), "true", Expiry.after(Duration.ofMinutes(15)))
                    .build());
            Person ended = later.hanako();
            for (Route route : all(revoked)) {
                revoked.send(route.method(), route.path(), route.body()).isStatus(401);
            }
            later.clock.advance(Duration.ofSeconds(900 + 31));
            for (Route route : all(ended)) {
                ended.send(route.method(), route.path(), route.body()).isStatus(401);
            }
        }
    }

    @Test
    void othersProfilesAreForOperators() throws Exception {
        Person person = stage.hanako();
        Person other = stage.hanako();
        other.get("/profile").isOk();
        person.get("/profiles/" + other.id()).isError(403, "Forbidden");
        person.get("/profiles/" + UUID.randomUUID()).isError(403, "Forbidden");
        for (Route route : forOperators(other)) {
            person.send(route.method(), route.path(), route.body()).isError(403, "Forbidden");
        }
        assertThat(other.get("/profile").isOk().json().get("cached").asBoolean())
                .isTrue();

        Person admin = stage.site.admin();
        assertThat(admin.get("/profiles/" + other.id())
                        .isOk()
                        .json()
                        .get("profile")
                        .get("user_id")
                        .asString())
                .isEqualTo(other.id());
        admin.get("/profiles/" + UUID.randomUUID()).isError(404, "Profile not found");
        for (Route route : forOperators(other)) {
            admin.send(route.method(), route.path(), route.body()).isOk();
        }
    }

    @Test
    void oneIsAnOperatorForAsLongAsTheDirectorySaysSo() throws Exception {
        Person admin = stage.site.admin();
        admin.post("/admin/system/cache/clear", "").isOk();
        stage.directory.directory().withdraw(admin.account().id(), "admin");
        admin.post("/admin/system/cache/clear", "").isError(403, "Forbidden");
    }

    @Test
    void namesThatNobodyCanHaveAreRefused() throws Exception {
        Person admin = stage.site.admin();
        for (String name : List.of("a:b", "*", "a\nb", "x".repeat(1000), "1-1-1-1-1", "%", "..", "session:*")) {
            String encoded = URLEncoder.encode(name, StandardCharsets.UTF_8);
            admin.get("/profiles/" + encoded).isStatus(400);
            admin.delete("/admin/cache/" + encoded).isStatus(400);
            admin.post("/profiles/batch", "{\"user_ids\":[" + quoted(name) + "]}")
                    .isStatus(400);
        }
        assertThat(admin.get("/profiles/" + "x".repeat(10_000)).status()).isBetween(400, 431);
        admin.post("/profiles/batch", "{\"user_ids\":[\"" + "x".repeat(10_000) + "\"]}")
                .isStatus(400);
    }

    private static String quoted(String text) {
        return "\"" + text.replace("\n", "\\n") + "\"";
    }
}
