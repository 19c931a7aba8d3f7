package dev.yorozu.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The samples on the embedded store, through the door; and what the document shows to operators. */
class UsersDocumentAtTheDoorTest extends UsersDocumentContract {
    private static ProgramWithDoor program;

    @BeforeAll
    static void start() throws Exception {
        Path data = directory.resolve("data");
        program = ProgramWithDoor.start(directory, data, ProgramWithDoor.operator(data), SETTINGS);
        server = program.server();
        document = UsersDocument.start(directory, program.port(), program.secret());
    }

    /** Runs a line of the document, without its {@code docker exec}, where redis-cli finds this server by itself. */
    private static String shell(String line) throws Exception {
        ProcessBuilder builder =
                new ProcessBuilder("bash", "-c", "redis-cli() { command redis-cli -p $PORT \"$@\"; }; " + line);
        builder.environment()
                .putAll(Map.of("PORT", Integer.toString(program.port()), "REDIS_PASSWORD", program.secret()));
        Process process = builder.redirectError(ProcessBuilder.Redirect.DISCARD).start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(out).isZero();
        return out.strip();
    }

    @Test
    void operatorsCountKeysAsTheDocumentShows() throws Exception {
        document.call("client.add_to_blacklist", "7f3d9a1b-2c8e-4f5a-9b1d-6e8c7a3f2d1b");
        document.call("client.cache_profile", "user-123", Map.of("first_name", "太郎"));
        document.call("check_rate_limit", "user-123", "/api/profiles");
        long all = Long.parseLong(shell("redis-cli -a ${REDIS_PASSWORD} dbsize"));
        long found = 0;
        for (String line : List.of(
                "redis-cli -a ${REDIS_PASSWORD} --scan --pattern \"session:*\" | wc -l",
                "redis-cli -a ${REDIS_PASSWORD} --scan --pattern \"blacklist:*\" | wc -l",
                "redis-cli -a ${REDIS_PASSWORD} --scan --pattern \"cache:*\" | wc -l",
                "redis-cli -a ${REDIS_PASSWORD} --scan --pattern \"rate:*\" | wc -l")) {
            long some = Long.parseLong(shell(line));
            assertThat(some).as(line).isPositive();
            found += some;
        }
        assertThat(found).isLessThanOrEqualTo(all);
    }

    @Test
    void operatorsAskForMemoryAsTheDocumentShows() throws Exception {
        document.call("drop", "session:user-123:sess-abc");
        document.call("as_json");
        assertThat(shell("redis-cli -a ${REDIS_PASSWORD} memory usage \"session:user-123:sess-abc\""))
                .satisfies(bytes -> assertThat(Long.parseLong(bytes)).isBetween(50L, 500L));
        assertThat(shell("redis-cli -a ${REDIS_PASSWORD} info memory"))
                .containsPattern("used_memory:[0-9]+")
                .contains("used_memory_human:", "maxmemory:");
    }
}
