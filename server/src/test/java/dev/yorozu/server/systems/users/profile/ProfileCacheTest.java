package dev.yorozu.server.systems.users.profile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.server.Answer;
import dev.yorozu.store.Batch;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Loads and changes at the same time. */
class ProfileCacheTest {
    private final ProfileFixture stage = new ProfileFixture(Map.of("systems.users.limits.profile", "1000"));

    @AfterEach
    void stop() {
        stage.close();
    }

    @Test
    void twoHundredWhoMissAtOnceLoadOnce() throws Exception {
        Person person = stage.hanako();
        stage.directory.loads();
        CountDownLatch held = new CountDownLatch(1);
        stage.directory.afterLoad(() -> await(held));
        Thread release = Thread.ofVirtual().start(() -> {
            pause(Duration.ofMillis(300));
            held.countDown();
        });
        List<Answer> answers = person.together(200, "/profile");
        release.join();
        assertThat(answers).extracting(Answer::status).containsOnly(200);
        assertThat(stage.directory.loads()).isEqualTo(1);
    }

    @Test
    void aWriterBetweenLoadAndFillWins() throws Exception {
        Person person = stage.hanako();
        AtomicBoolean once = new AtomicBoolean();
        stage.directory.afterLoad(() -> {
            if (once.compareAndSet(false, true)) {
                try {
                    person.put("/profile", "{\"first_name\":\"New\"}").isOk();
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            }
        });
        person.get("/profile").isOk();
        Answer after = person.get("/profile").isOk();
        assertThat(after.json().get("profile").get("first_name").asString()).isEqualTo("New");
        assertThat(stage.site.metrics()).contains("yorozu_cache_stale_fills_total{cache=\"profiles\"} 1.0");
    }

    @Test
    void whileTheDirectoryIsAwayWhatIsCachedIsReadAndNothingElse() throws Exception {
        Person person = stage.hanako();
        Person other = stage.hanako();
        person.get("/profile").isOk();
        stage.directory.away(true);
        for (int round = 0; round < 3; round++) {
            Answer refused = person.put("/profile", "{\"first_name\":\"Lost\"}").isStatus(503);
            assertThat(refused.header("Retry-After")).isEqualTo("1");
            assertThat(refused.json().propertyNames()).containsExactly("detail");
            assertThat(person.get("/profile").isOk().json().get("cached").asBoolean())
                    .isTrue();
        }
        other.get("/profile").isStatus(503);
        other.post("/profile", ProfileFixture.HANAKO).isStatus(503);
        stage.directory.away(false);
        person.put("/profile", "{\"first_name\":\"Kept\"}").isOk();
        Answer after = person.get("/profile").isOk();
        assertThat(after.json().get("profile").get("first_name").asString()).isEqualTo("Kept");
        other.get("/profile").isOk();
    }

    @Test
    void whatCouldNotBeDoneIsNotCounted() throws Exception {
        Person person = stage.hanako();
        stage.directory.away(true);
        for (int i = 0; i < 15; i++) {
            person.put("/profile", "{\"first_name\":\"x\"}").isStatus(503);
        }
        stage.directory.away(false);
        assertThat(person.put("/profile", "{\"first_name\":\"x\"}").isOk().header("X-RateLimit-Remaining"))
                .isEqualTo("8");
    }

    @Test
    void anEmptiedStoreLetsNobodyIn() throws Exception {
        Person person = stage.hanako();
        person.get("/profile").isOk();
        stage.site.logins().endAll(person.id());
        person.get("/profile").isError(401, "Could not validate credentials");
        stage.store.commit(Batch.builder().delete(ProfileFixture.cached(person)).build());
        person.get("/profile").isError(401, "Could not validate credentials");
    }

    private static void await(CountDownLatch latch) {
        try {
            if (!latch.await(20, TimeUnit.SECONDS)) {
                throw new IllegalStateException("Nobody let go");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void pause(Duration time) {
        try {
            Thread.sleep(time);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
