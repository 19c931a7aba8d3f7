package dev.yorozu.server.systems.users.profile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.keyspace.UserKeys;
import dev.yorozu.server.Answer;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import dev.yorozu.store.Scan;
import dev.yorozu.store.memory.MemoryStore;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class SystemRoutesTest {
    private final ProfileFixture stage = new ProfileFixture(Map.of());

    @AfterEach
    void stop() {
        stage.close();
    }

    @Test
    void manyProfilesComeAtOnce() throws Exception {
        Person admin = stage.site.admin();
        Person one = stage.hanako();
        Person two = stage.hanako();
        one.get("/profile").isOk();
        String body = "{\"user_ids\":[\"" + one.id() + "\",\"" + two.id() + "\",\"" + UUID.randomUUID() + "\",\""
                + one.id() + "\"]}";
        Answer answer = admin.post("/profiles/batch", body).isOk();
        assertThat(answer.json().propertyNames()).containsExactly("profiles", "count", "cache_hits", "cache_misses");
        assertThat(answer.json().get("count").asInt()).isEqualTo(2);
        assertThat(answer.json().get("cache_hits").asInt()).isEqualTo(1);
        assertThat(answer.json().get("cache_misses").asInt()).isEqualTo(2);
        assertThat(answer.json().get("profiles").values().stream()
                        .map(profile -> profile.get("user_id").asString()))
                .containsExactly(one.id(), two.id());
        assertThat(answer.header("X-RateLimit-Limit")).isEqualTo("20");
        assertThat(admin.post("/profiles/batch", body)
                        .isOk()
                        .json()
                        .get("cache_hits")
                        .asInt())
                .isEqualTo(2);
    }

    @Test
    void aHundredProfilesAtOnceAreTheMost() throws Exception {
        Person admin = stage.site.admin();
        assertThat(admin.post("/profiles/batch", batch(100))
                        .isOk()
                        .json()
                        .get("cache_misses")
                        .asInt())
                .isEqualTo(100);
        admin.post("/profiles/batch", batch(101)).isError(400, "user_ids must have at most 100 elements");
        admin.post("/profiles/batch", "{\"user_ids\":[]}").isError(400, "user_ids must be a list of texts");
        admin.post("/profiles/batch", "{\"user_ids\":7}").isStatus(400);
    }

    private static String batch(int users) {
        return Stream.generate(() -> "\"" + UUID.randomUUID() + "\"")
                .limit(users)
                .collect(Collectors.joining(",", "{\"user_ids\":[", "]}"));
    }

    @Test
    void operatorsForgetWhatIsCachedOfOne() throws Exception {
        Person one = stage.hanako();
        Person two = stage.hanako();
        one.get("/profile").isOk();
        two.get("/profile").isOk();
        Answer answer = stage.site.admin().delete("/admin/cache/" + one.id()).isOk();
        assertThat(answer.body()).isEqualTo("{\"message\":\"Cache cleared\"}");
        assertThat(one.get("/profile").isOk().json().get("cached").asBoolean()).isFalse();
        assertThat(two.get("/profile").isOk().json().get("cached").asBoolean()).isTrue();
    }

    @Test
    void toClearTheCacheTouchesNothingElse() throws Exception {
        Person admin = stage.site.admin();
        for (int i = 0; i < 3; i++) {
            stage.hanako().get("/profile").isOk();
        }
        stage.store.commit(Batch.builder()
                .put(UserKeys.REVOKED_REFRESH.key("gone"), "true", Expiry.after(Duration.ofDays(7)))
                .build());
        admin.get("/profile").isStatus(404);
        List<String> others =
                names().stream().filter(name -> !name.startsWith("cache")).toList();
        assertThat(names()).hasSizeGreaterThanOrEqualTo(others.size() + 3);

        Answer answer = admin.post("/admin/system/cache/clear", "").isOk();
        assertThat(answer.body()).isEqualTo("{\"message\":\"Cache cleared\",\"count\":3}");
        assertThat(names().stream().filter(name -> name.startsWith("cache:"))).isEmpty();
        assertThat(names()).containsAll(others);
        assertThat(others).anyMatch(name -> name.startsWith("session:"));
        assertThat(others).anyMatch(name -> name.startsWith("rate:"));
        assertThat(others).contains("blacklist:refresh:gone");
        admin.get("/profile").isStatus(404);
    }

    private List<String> names() {
        return stage.store.scan(Scan.of("", 1000)).keys().stream()
                .map(Key::name)
                .toList();
    }

    @Test
    void operatorsSeeHowTheStoreFares() throws Exception {
        JsonNode status =
                stage.site.admin().get("/admin/system/redis/status").isOk().json();
        assertThat(status.propertyNames()).containsExactly("status", "memory_usage", "response_time");
        assertThat(status.get("status").asString()).isEqualTo("ok");
        assertThat(status.get("memory_usage").propertyNames()).containsExactly("used", "max", "percentage");
        assertThat(status.get("memory_usage").get("used").asLong()).isPositive();
        assertThat(status.get("memory_usage").get("max").asLong())
                .isGreaterThanOrEqualTo(status.get("memory_usage").get("used").asLong());
        assertThat(status.get("memory_usage").get("percentage").asDouble()).isPositive();
        assertThat(status.get("response_time").asDouble()).isNotNegative();
    }

    @Test
    void healthIsThatOfDirectoryAndStore() throws Exception {
        Person person = stage.hanako();
        assertThat(health(person, 200)).isEqualTo("{\"status\":\"ok\",\"database\":\"ok\",\"redis\":\"ok\"}");
        stage.directory.away(true);
        assertThat(health(person, 503))
                .isEqualTo("{\"status\":\"unavailable\",\"database\":\"unreachable\",\"redis\":\"ok\"}");
        stage.directory.away(false);
        MemoryStore closed = new MemoryStore();
        closed.close();
        stage.site.store().becomes(closed);
        assertThat(health(person, 503))
                .isEqualTo("{\"status\":\"unavailable\",\"database\":\"ok\",\"redis\":\"unreachable\"}");
        person.get("/profile").isStatus(503);
        stage.site.store().becomes(stage.store);
        assertThat(health(person, 200)).contains("\"ok\"");
        person.get("/profile").isOk();
    }

    private String health(Person person, int status) throws Exception {
        stage.clock.advance(Duration.ofSeconds(1)); // Whoever asks sooner is told the same.
        return person.as("", "GET", "/healthz", "").isStatus(status).body();
    }
}
