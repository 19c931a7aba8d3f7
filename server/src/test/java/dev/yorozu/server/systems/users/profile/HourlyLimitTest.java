package dev.yorozu.server.systems.users.profile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.keyspace.UserKeys;
import dev.yorozu.server.Answer;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Life;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HourlyLimitTest {
    private static final Instant TURN = Instant.parse("2026-03-01T13:00:00Z");

    private final ProfileFixture stage = new ProfileFixture(Map.of());

    @AfterEach
    void stop() {
        stage.close();
    }

    @Test
    void everyAnswerSaysHowManyAreLeftAndUntilWhen() throws Exception {
        Person person = stage.hanako();
        Answer first = person.get("/profile").isOk();
        assertThat(first.header("X-RateLimit-Limit")).isEqualTo("100");
        assertThat(first.header("X-RateLimit-Remaining")).isEqualTo("99");
        assertThat(first.header("X-RateLimit-Reset")).isEqualTo(Long.toString(TURN.getEpochSecond()));
        assertThat(first.header("RateLimit-Policy")).isEqualTo("\"hour\";q=100;w=3600");
        assertThat(first.header("RateLimit")).isEqualTo("\"hour\";r=99;t=2701");
        assertThat(first.header("Retry-After")).isEmpty();
        Answer missing = stage.site.person().get("/profile").isError(404, "Profile not found");
        assertThat(missing.header("X-RateLimit-Remaining")).isEqualTo("99");
    }

    @Test
    void beyondTheLimitEveryAnswerSaysTruly() throws Exception {
        Person person = stage.hanako();
        for (int i = 0; i < 100; i++) {
            person.get("/profile").isOk();
        }
        Answer refused = person.get("/profile").isError(429, "Rate limit exceeded. Try again in 2701 seconds.");
        assertThat(refused.header("Retry-After")).isEqualTo("2701");
        assertThat(refused.header("X-RateLimit-Limit")).isEqualTo("100");
        assertThat(refused.header("X-RateLimit-Remaining")).isEqualTo("0");
        assertThat(refused.header("X-RateLimit-Reset")).isEqualTo(Long.toString(TURN.getEpochSecond()));
        assertThat(refused.header("RateLimit-Policy")).isEqualTo("\"hour\";q=100;w=3600");
        assertThat(refused.header("RateLimit")).isEqualTo("\"hour\";r=0;t=2701");
        person.get("/profiles/" + person.id()).isStatus(429);
        stage.hanako().get("/profile").isOk();
    }

    @Test
    void atTheTurnOfTheHourTheCountStartsAnew() throws Exception {
        stage.clock.set(TURN.minusSeconds(3));
        Person person = stage.hanako();
        person.together(100, "/profile").forEach(Answer::isOk);
        long wait = Long.parseLong(person.get("/profile").isStatus(429).header("Retry-After"));
        assertThat(wait).isEqualTo(3);
        stage.clock.advance(Duration.ofSeconds(wait).minusMillis(1));
        person.get("/profile").isError(429, "Rate limit exceeded. Try again in 1 seconds.");
        stage.clock.advance(Duration.ofMillis(1));
        assertThat(person.get("/profile").isOk().header("X-RateLimit-Remaining"))
                .isEqualTo("99");
    }

    @Test
    void changesAreCountedApartAndOnlyTenPass() throws Exception {
        Person person = stage.hanako();
        for (int i = 0; i < 9; i++) {
            person.put("/profile", "{\"first_name\":\"" + i + "\"}").isOk();
        }
        person.put("/profile", "{\"first_name\":\"late\"}").isStatus(429);
        person.post("/profile", ProfileFixture.HANAKO).isStatus(429);
        assertThat(person.get("/profile")
                        .isOk()
                        .json()
                        .get("profile")
                        .get("first_name")
                        .asString())
                .isEqualTo("8");
    }

    @ParameterizedTest
    @CsvSource({"/api/documents/upload,20", "/api/profiles,100", "/api/profiles/update,10", "/api/profiles/batch,20"})
    void otherProgramsAskBeforeTheyAct(String endpoint, int limit) throws Exception {
        Person person = stage.site.person();
        String body = "{\"endpoint\":\"" + endpoint + "\"}";
        for (int left = limit - 1; left >= 0; left--) {
            assertThat(person.post("/limits/check", body).isOk().body())
                    .isEqualTo("{\"allowed\":true,\"limit\":" + limit + ",\"remaining\":" + left + ",\"reset\":"
                            + TURN.getEpochSecond() + "}");
        }
        Answer refused =
                person.post("/limits/check", body).isError(429, "Rate limit exceeded. Try again in 2701 seconds.");
        assertThat(refused.header("Retry-After")).isEqualTo("2701");
        var key = UserKeys.RATE.key(person.id(), endpoint, "2026030112");
        assertThat(stage.store.get(key)).hasValue(Bytes.of(limit + 1L));
        assertThat(stage.store.remaining(key))
                .hasValue(new Life.Ends(
                        Duration.between(ProfileFixture.START, TURN).plusSeconds(60)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"endpoint\":\"\"}",
                "{\"endpoint\":\"/auth/login\"}",
                "{\"endpoint\":\"/api/other\"}",
                "{\"endpoint\":\"*\"}",
                "{\"endpoint\":\"/api/profiles:2026030112\"}",
                "{\"endpoint\":\"a\\nb\"}",
                "{\"endpoint\":7}"
            })
    void onlyWhatIsDeclaredIsLimited(String body) throws Exception {
        Person person = stage.site.person();
        person.post("/limits/check", body).isStatus(400);
        person.post("/limits/check", "{\"endpoint\":\"" + "x".repeat(10_000) + "\"}")
                .isStatus(413);
    }

    @Test
    void aCounterThatTheDocumentsProgramLeftWithoutAnEndCountsAndGetsOne() throws Exception {
        Person person = stage.hanako();
        var key = UserKeys.RATE.key(person.id(), "/api/profiles", "2026030112");
        stage.store.commit(Batch.builder().add(key, 7).build());
        assertThat(person.get("/profile").isOk().header("X-RateLimit-Remaining"))
                .isEqualTo("92");
        assertThat(stage.store.remaining(key))
                .hasValueSatisfying(life -> assertThat(life).isInstanceOf(Life.Ends.class));
    }

    @Test
    void ofThreeHundredAtOnceExactlyTheHundredPass() throws Exception {
        Person person = stage.hanako();
        List<Answer> answers = person.together(300, "/profile");
        assertThat(answers.stream().filter(answer -> answer.status() == 200)).hasSize(100);
        assertThat(answers.stream().filter(answer -> answer.status() == 429)).hasSize(200);
    }
}
