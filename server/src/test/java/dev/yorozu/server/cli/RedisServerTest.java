package dev.yorozu.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.server.cli.Program.Ended;
import dev.yorozu.store.testkit.redis.RedisProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server on Redis: found by its data directory or by its address, and passed by when another store is named. */
class RedisServerTest {
    private static final String TOKEN = "a-token-that-the-operator-chose";

    @TempDir
    Path directory;

    @Test
    void commandsFindTheServerAndItsTokenOrGoPastIt() throws Exception {
        Path data = directory.resolve("data");
        Path elsewhere = Files.createDirectory(directory.resolve("elsewhere"));
        Map<String, String> chosen = Map.of("YOROZU_ADMIN_TOKEN", TOKEN);
        try (RedisProcess redis = RedisProcess.start("--requirepass", "hunter2");
                RedisProcess other = RedisProcess.start();
                Program.Serving server = Program.Serving.start(
                        directory,
                        Map.of("YOROZU_ADMIN_TOKEN", TOKEN, "REDIS_URL", redis.url(), "YOROZU_STATISTICS_EVERY", "off"),
                        "--data",
                        data.toString())) {
            redis.cli("set", "counter:site:total", "41");
            other.cli("set", "counter:other:total", "7");

            assertThat(Files.readString(data.resolve("server.json"))).doesNotContain("hunter2");
            assertThat(data.resolve("admin.token")).doesNotExist();
            assertThat(Program.run(directory, chosen, "keys", "count", "counter:", "--data", data.toString()))
                    .isEqualTo(new Ended(0, "1\n", ""));
            assertThat(Program.run(
                                    elsewhere,
                                    chosen,
                                    "keys",
                                    "get",
                                    "counter:site:total",
                                    "--format",
                                    "raw",
                                    "--server",
                                    server.url().toString())
                            .out())
                    .isEqualTo("41");
            assertThat(Program.run(
                            elsewhere, "keys", "count", "--server", server.url().toString()))
                    .satisfies(ended -> assertThat(ended.status()).isEqualTo(2))
                    .satisfies(ended -> assertThat(ended.err()).contains("set YOROZU_ADMIN_TOKEN"));
            assertThat(Commands.run(
                                    "keys",
                                    "scan",
                                    "--format",
                                    "names",
                                    "--data",
                                    data.toString(),
                                    "--store",
                                    other.url())
                            .out())
                    .isEqualTo("counter:other:total\n");
            assertThat(Program.run(directory, chosen, "backup", "saved", "--data", data.toString())
                            .out())
                    .startsWith("Saved 2 keys to saved")
                    .contains("each as it was when the walk came by");
            // The data directory belongs to the server that runs, whatever store is named.
            String[] another = {
                "backup", directory.resolve("another").toString(), "--data", data.toString(), "--store", other.url()
            };
            assertThat(Commands.run(another).err()).contains("is in use by another process");
            assertThat(Commands.run(Stream.concat(Stream.of(another), Stream.of("--store-only"))
                                    .toArray(String[]::new))
                            .out())
                    .startsWith("Saved 1 key to");
            assertThat(Commands.run(
                                    "restore",
                                    directory.resolve("saved").toString(),
                                    "--force",
                                    "--data",
                                    data.toString(),
                                    "--store",
                                    other.url())
                            .err())
                    .contains("cannot be replaced while a server works with them");
            assertThat(Commands.run(
                                    "restore",
                                    directory.resolve("saved").toString(),
                                    "--force",
                                    "--store-only",
                                    "--store",
                                    other.url())
                            .out())
                    .startsWith("Restored 2 keys.\n");
            assertThat(other.cli("get", "counter:site:total")).isEqualTo("41");
            assertThat(server.interrupt()).isZero();
            assertThat(server.log())
                    .doesNotContain("hunter2")
                    .doesNotContain(TOKEN)
                    .contains("Accounts are kept on this machine alone", "give both the same JWT_SECRET");
        }
    }
}
