package dev.yorozu.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.server.cli.Program.Ended;
import dev.yorozu.server.operate.moving.RestRedis;
import dev.yorozu.store.testkit.redis.RedisProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Moving in from what the originals keep their state in. */
class ImportCommandsTest {
    private static final String SID = "0123456789abcdef".repeat(4);

    @TempDir
    Path directory;

    private String data() {
        return directory.resolve("data").toString();
    }

    private String get(String key) {
        return Commands.run("keys", "get", key, "--reveal", "--format", "raw", "--data", data())
                .out();
    }

    private static void fill(RedisProcess redis) {
        redis.cli("set", "sess:" + SID, "{\"uid\":\"1\"}", "PXAT", "4102444800000");
        redis.cli("set", "counter:example-100680ad:total", "41");
        redis.cli("lpush", "bbs:example-100680ad:messages", "two", "one");
        redis.cli("set", "yorozu:recovered", "1");
        redis.cli("xadd", "hangfire:stream", "*", "a", "b");
        redis.cli("set", "hangfire:job", "x");
    }

    @Test
    void fromARedisFirstALookThenARun() {
        try (RedisProcess redis = RedisProcess.start()) {
            fill(redis);
            String[] look = {"import", "redis", redis.url(), "--data", data()};
            String[] apply = {"import", "redis", redis.url(), "--apply", "--data", data()};

            Ended looked = Commands.run(look);
            assertThat(looked.err()).isEmpty();
            assertThat(looked.out())
                    .contains("sess:{sid}", "counter:{id}:total", "bbs:{id}:messages", "hangfire:…")
                    .contains("1: unknown", "1: only Yorozu itself writes it")
                    .doesNotContain(SID)
                    .endsWith("Nothing was written: --apply imports them.\n");
            assertThat(Commands.run("keys", "count", "--data", data()).out()).isEqualTo("0\n");

            assertThat(Commands.run(apply).out()).endsWith("Imported 3 keys.\n");
            assertThat(get("sess:" + SID)).isEqualTo("{\"uid\":\"1\"}");
            assertThat(get("counter:example-100680ad:total")).isEqualTo("41");
            assertThat(Commands.run("keys", "count", "--data", data()).out()).isEqualTo("3\n");
            redis.cli("set", "counter:example-100680ad:total", "99");
            assertThat(Commands.run(apply).out())
                    .endsWith("Imported 0 keys; 3 were there already and stay as they are.\n");
            assertThat(get("counter:example-100680ad:total")).isEqualTo("41");
            assertThat(redis.cli("get", "yorozu:import")).isEmpty();
        }
    }

    @Test
    void theFeedTellsWhatWasRevokedElsewhere() {
        try (RedisProcess redis = RedisProcess.start()) {
            redis.cli("set", "blacklist:some-token", "1", "PXAT", "4102444800000");
            redis.cli("set", "user_invalid_before:7", "1795000000", "PXAT", "4102444800000");

            assertThat(Commands.run("import", "redis", redis.url(), "--apply", "--data", data())
                            .out())
                    .endsWith("Imported 2 keys.\n");

            String page = Commands.run("keys", "scan", "yorozu:feed:tokens:", "--format", "names", "--data", data())
                    .out()
                    .strip();
            assertThat(Commands.run("keys", "get", page, "--reveal", "--data", data())
                            .out())
                    .contains("\"jti\":\"some-token\"", "\"user\":\"7\",\"before\":1795000000");
        }
    }

    @Test
    void fromARedisWithAPasswordThatIsNoArgument() {
        try (RedisProcess redis = RedisProcess.start()) {
            fill(redis);
            redis.cli("config", "set", "requirepass", "hunter2 with spaces");
            String url = redis.url();

            Ended seen = Commands.run("import", "redis", url.replace("//", "//:hunter2@"), "--data", data());
            assertThat(seen.status()).isEqualTo(1);
            assertThat(seen.err()).startsWith("The address holds a password").doesNotContain("hunter2");
            assertThat(Commands.run("import", "redis", url, "--data", data()).status())
                    .isEqualTo(2);
            assertThat(Commands.runWith(
                                    "hunter2 with spaces\n", "import", "redis", url, "--secret-stdin", "--data", data())
                            .out())
                    .contains("sess:{sid}");
        }
    }

    @Test
    void fromUpstashWithATokenThatMayOnlyRead() {
        try (RedisProcess redis = RedisProcess.start();
                RestRedis upstash = RestRedis.start(redis.port())) {
            fill(redis);

            assertThat(Commands.run("import", "upstash", upstash.url(), "--data", data())
                            .err())
                    .startsWith("The database needs its token");
            Ended done = Commands.runWith(
                    RestRedis.READ_ONLY_TOKEN + "\n",
                    "import",
                    "upstash",
                    upstash.url(),
                    "--secret-stdin",
                    "--apply",
                    "--data",
                    data());

            assertThat(done.err()).isEmpty();
            assertThat(done.out()).endsWith("Imported 3 keys.\n");
            assertThat(get("sess:" + SID)).isEqualTo("{\"uid\":\"1\"}");
        }
    }

    @Test
    void fromFilesOfWorkersKv() throws Exception {
        Path file = Files.writeString(directory.resolve("values.json"), """
                [{"key":"usertoken:7","value":"{}","expiration":4102444800},
                 {"key":"membership:7","value":"{}","expiration":1577836800},
                 {"key":"patreon_renewal:%s","value":"me"}]
                """.formatted(SID));

        Ended done = Commands.run("import", "cloudflare-kv", file.toString(), "--apply", "--data", data());

        assertThat(done.out())
                .contains("1: its life has ended", "1: only Yorozu itself writes it")
                .endsWith("Imported 1 key.\n");
        assertThat(Commands.run("keys", "ttl", "usertoken:7", "--data", data()).out())
                .containsPattern("usertoken:7 +[0-9,]+d");
        assertThat(Commands.run(
                                "import",
                                "cloudflare-kv",
                                directory.resolve("no").toString(),
                                "--data",
                                data())
                        .err())
                .startsWith("There is no file or directory");
    }
}
