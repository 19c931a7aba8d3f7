package dev.yorozu.server.systems.users.profile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.server.Answer;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Life;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ProfileTest {
    private final ProfileFixture stage = new ProfileFixture(Map.of());

    @AfterAll
    void stop() {
        stage.close();
    }

    private static void assertHanako(Person person, JsonNode profile) {
        assertThat(profile.toString())
                .isEqualTo(
                        "{\"user_id\":\"" + person.id() + "\",\"first_name\":\"花子\",\"last_name\":\"山田\",\"email\":\""
                                + person.account().email() + "\",\"phone\":\"090-1234-5678\",\"address\":\"東京都渋谷区\"}");
    }

    @Test
    void aProfileIsMadeOnceReadThroughTheCacheAndChanged() throws Exception {
        Person person = stage.site.person();
        person.get("/profile").isError(404, "Profile not found");
        person.put("/profile", ProfileFixture.HANAKO).isError(404, "Profile not found");

        Answer made = person.post("/profile", ProfileFixture.HANAKO).isStatus(201);
        assertThat(made.json().propertyNames()).containsExactly("profile", "cached");
        assertHanako(person, made.json().get("profile"));
        person.post("/profile", ProfileFixture.HANAKO).isError(409, "Profile already exists");

        Answer loaded = person.get("/profile").isOk();
        assertThat(loaded.json().propertyNames()).containsExactly("profile", "cached");
        assertThat(loaded.json().get("cached").asBoolean()).isFalse();
        Answer kept = person.get("/profile").isOk();
        assertThat(kept.json().propertyNames()).containsExactly("profile", "cached", "cached_at");
        assertThat(kept.json().get("cached").asBoolean()).isTrue();
        assertThat(kept.json().get("cached_at").asString()).isEqualTo("2026-03-01T12:14:59.750Z");
        assertHanako(person, kept.json().get("profile"));
        assertThat(kept.header("Cache-Control")).isEqualTo("no-store");

        Answer changed =
                person.put("/profile", "{\"first_name\":\"はな\",\"phone\":\"\"}").isOk();
        assertThat(changed.json().get("cached").asBoolean()).isFalse();
        JsonNode after = person.get("/profile").isOk().json();
        assertThat(after.get("cached").asBoolean()).isFalse();
        assertThat(after.get("profile").get("first_name").asString()).isEqualTo("はな");
        assertThat(after.get("profile").get("last_name").asString()).isEqualTo("山田");
        assertThat(after.get("profile").get("phone").asString()).isEmpty();
    }

    @Test
    void everythingIsTheSameUnderTheOtherPrefix() throws Exception {
        Person person = stage.site.person();
        person.post("/api/v1/profile", ProfileFixture.HANAKO).isStatus(201);
        person.put("/api/v1/profile", "{\"last_name\":\"佐藤\"}").isOk();
        assertThat(person.get("/api/v1/profiles/" + person.id())
                        .isOk()
                        .json()
                        .get("profile")
                        .get("last_name")
                        .asString())
                .isEqualTo("佐藤");
        person.post("/api/v1/limits/check", "{\"endpoint\":\"/api/documents/upload\"}")
                .isOk();
        person.get("/api/v1/healthz").isOk();
    }

    @Test
    void theCacheKeepsAProfileAsDocumented() throws Exception {
        Person person = stage.hanako();
        person.get("/profile").isOk();
        assertThat(stage.store.get(ProfileFixture.cached(person)).orElseThrow().text())
                .isEqualTo(
                        "{\"user_id\":\"" + person.id() + "\",\"first_name\":\"花子\",\"last_name\":\"山田\",\"email\":\""
                                + person.account().email() + "\",\"phone\":\"090-1234-5678\",\"address\":\"東京都渋谷区\","
                                + "\"cached_at\":\"2026-03-01T12:14:59.750Z\"}");
        assertThat(stage.store.remaining(ProfileFixture.cached(person)))
                .hasValue(new Life.Ends(Duration.ofSeconds(300)));
    }

    @Test
    void whatTheDocumentsOwnProgramKeepsIsRead() throws Exception {
        Person person = stage.site.person();
        stage.put(
                ProfileFixture.cached(person),
                "{\"user_id\": \"" + person.id()
                        + "\", \"first_name\": \"\\u592a\\u90ce\", \"last_name\": \"\\u5c71\\u7530\","
                        + " \"email\": \"taro@example.com\", \"phone\": null,"
                        + " \"cached_at\": \"2026-03-01T12:10:00.123456\"}");
        JsonNode read = person.get("/profile").isOk().json();
        assertThat(read.get("cached").asBoolean()).isTrue();
        assertThat(read.get("cached_at").asString()).isEqualTo("2026-03-01T12:10:00.123Z");
        assertThat(read.get("profile").get("first_name").asString()).isEqualTo("太郎");
        assertThat(read.get("profile").get("phone").asString()).isEmpty();
        assertThat(read.get("profile").get("address").asString()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "word", "[]", "{}", "{\"user_id\":7}", "{\"user_id\":\"\"}", "{\"user_id\":", "7"})
    void whatIsNoProfileIsLoadedAnew(String garbage) throws Exception {
        Person person = stage.hanako();
        stage.put(ProfileFixture.cached(person), garbage);
        Answer loaded = person.get("/profile").isOk();
        assertThat(loaded.json().get("cached").asBoolean()).isFalse();
        assertHanako(person, loaded.json().get("profile"));
        assertThat(person.get("/profile").isOk().json().get("cached").asBoolean())
                .isTrue();
    }

    @Test
    void whatIsNotEvenATextIsReplacedToo() throws Exception {
        Person person = stage.hanako();
        stage.store.commit(Batch.builder()
                .setAdd(ProfileFixture.cached(person), Bytes.of("x"))
                .build());
        assertHanako(person, person.get("/profile").isOk().json().get("profile"));
        assertThat(person.get("/profile").isOk().json().get("cached").asBoolean())
                .isTrue();
    }

    @Test
    void aCopyOfSomebodyElsesProfileIsNotShown() throws Exception {
        Person person = stage.hanako();
        Person other = stage.site.person();
        String copy = "{\"user_id\":\"" + other.id() + "\",\"first_name\":\"Other\"}";
        stage.put(ProfileFixture.cached(person), copy);
        assertHanako(person, person.get("/profile").isOk().json().get("profile"));
        stage.put(ProfileFixture.cached(person), copy);
        JsonNode batch = stage.site
                .admin()
                .post("/profiles/batch", "{\"user_ids\":[\"" + person.id() + "\"]}")
                .isOk()
                .json();
        assertHanako(person, batch.get("profiles").get(0));
    }

    @Test
    void aHitIsOneTripToTheStore() throws Exception {
        Person person = stage.hanako();
        person.get("/profile").isOk();
        stage.directory.loads();
        for (String path : new String[] {"/profile", "/profiles/" + person.id()}) {
            long before = stage.site.store().trips();
            assertThat(person.get(path).isOk().json().get("cached").asBoolean()).isTrue();
            assertThat(stage.site.store().trips() - before).isEqualTo(1);
        }
        assertThat(stage.directory.loads()).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "no json",
                "[]",
                "{\"first_name\":7}",
                "{\"first_name\":\"a\\u0000b\"}",
                "{\"first_name\":\"a\\nb\"}",
                "{\"first_name\":\"a\\u2028b\"}",
                "{\"phone\":\"12345678901234567890123456789012345678901\"}"
            })
    void whatCannotBeKeptIsRefused(String body) throws Exception {
        Person person = stage.site.person();
        assertThat(person.post("/profile", body).status()).isBetween(400, 415);
        person.get("/profile").isError(404, "Profile not found");
    }

    @Test
    void theHitRateIsAMetric() throws Exception {
        Person person = stage.hanako();
        person.get("/profile").isOk();
        person.get("/profile").isOk();
        assertThat(stage.site.metrics())
                .containsPattern("yorozu_cache_hits_total\\{cache=\"profiles\"} [1-9]")
                .containsPattern("yorozu_cache_misses_total\\{cache=\"profiles\"} [1-9]")
                .containsPattern("yorozu_cache_loads_total\\{cache=\"profiles\"} [1-9]")
                .contains("yorozu_cache_stale_fills_total{cache=\"profiles\"} ")
                .containsPattern("yorozu_cache_hit_ratio\\{cache=\"profiles\"} 0\\.[0-9]");
    }
}
