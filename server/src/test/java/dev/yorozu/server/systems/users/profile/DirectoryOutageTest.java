package dev.yorozu.server.systems.users.profile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.account.Directory;
import dev.yorozu.server.Answer;
import dev.yorozu.server.boot.StandardSettings;
import dev.yorozu.server.config.SettingsReader;
import dev.yorozu.server.directory.DirectoryOpener;
import dev.yorozu.server.directory.PostgresProcess;
import dev.yorozu.store.memory.MemoryStore;
import dev.yorozu.store.testkit.Poll;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The database goes away while the server answers, and comes back. */
class DirectoryOutageTest {
    private final InstantSource clock = InstantSource.system();

    private Directory open(Map<String, String> flags) {
        SettingsReader reader = new SettingsReader(StandardSettings.schema()).withoutFile();
        flags.forEach((name, value) -> reader.flag(name, "--" + name, value));
        return DirectoryOpener.open(reader.read(), clock);
    }

    @Test
    void aDatabaseServerThatStopsIsDoneWithoutAndFoundAgain() throws Exception {
        try (PostgresProcess postgres = PostgresProcess.start();
                Directory directory = open(Map.of(
                        "directory.url",
                        postgres.url("postgres"),
                        "directory.user",
                        PostgresProcess.USER,
                        "directory.password",
                        PostgresProcess.PASSWORD,
                        "directory.timeout",
                        "1s"));
                ProfileSite site = new ProfileSite(new MemoryStore(), directory, clock, Map.of())) {
            Person person = site.person();
            person.post("/profile", ProfileFixture.HANAKO).isStatus(201);
            person.get("/profile").isOk();
            Person other = site.person();
            other.post("/profile", ProfileFixture.HANAKO).isStatus(201);

            postgres.kill();
            assertAway(person, other);

            postgres.restart();
            Poll.until("the directory answers again", () -> status(other) == 200);
            Poll.until("the server says so", () -> health(other) == 200);
            Answer unchanged = other.get("/profile").isOk();
            assertThat(unchanged.json().get("profile").get("first_name").asString())
                    .isEqualTo("花子");
            person.put("/profile", "{\"first_name\":\"Kept\"}").isOk();
            Answer after = person.get("/profile").isOk();
            assertThat(after.json().get("profile").get("first_name").asString()).isEqualTo("Kept");
            assertThat(after.json().get("profile").get("last_name").asString()).isEqualTo("山田");
        }
    }

    @Test
    void anEmbeddedDatabaseThatIsClosedIsDoneWithout(@TempDir Path place) throws Exception {
        Directory directory = open(Map.of("directory.url", "h2:" + place.resolve("accounts")));
        try (ProfileSite site = new ProfileSite(new MemoryStore(), directory, clock, Map.of())) {
            Person person = site.person();
            person.post("/profile", ProfileFixture.HANAKO).isStatus(201);
            person.get("/profile").isOk();
            Person other = site.person();
            directory.close();
            assertAway(person, other);
        }
    }

    /** What is cached is read, again and again; whatever needs the database says so, and changes nothing. */
    private static void assertAway(Person person, Person other) throws Exception {
        for (int round = 0; round < 2; round++) {
            assertThat(person.get("/profile").isOk().json().get("cached").asBoolean())
                    .isTrue();
            Answer refused = person.put("/profile", "{\"first_name\":\"Lost\"}").isStatus(503);
            assertThat(refused.header("Retry-After")).isEqualTo("1");
            assertThat(refused.json().propertyNames()).containsExactly("detail");
        }
        other.post("/profile", ProfileFixture.HANAKO).isStatus(503);
        other.get("/profiles/" + person.id()).isStatus(503);
        Answer health = other.as("", "GET", "/healthz", "").isStatus(503);
        assertThat(health.json().get("database").asString()).isEqualTo("unreachable");
        assertThat(health.json().get("redis").asString()).isEqualTo("ok");
    }

    private static int health(Person person) {
        try {
            return person.as("", "GET", "/healthz", "").status();
        } catch (IOException e) {
            return 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return 0;
        }
    }

    private static int status(Person person) {
        try {
            return person.get("/profile").status();
        } catch (IOException e) {
            return 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return 0;
        }
    }
}
