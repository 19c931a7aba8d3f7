package dev.yorozu.server.doors.upstash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.command.CommandTable;
import dev.yorozu.command.call.Command;
import dev.yorozu.store.backend.Limits;
import dev.yorozu.store.backend.StoreObserver;
import dev.yorozu.store.redis.RedisSettings;
import dev.yorozu.store.redis.RedisStore;
import dev.yorozu.store.rocks.RocksStore;
import dev.yorozu.store.testkit.redis.RedisProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What Upstash publishes for its databases, unmodified, with this door in their place. */
class UpstashClientsTest {
    @Test
    void theClientHasEveryCommandThatBothKnow(@TempDir Path directory) throws Exception {
        try (UpstashSite site = UpstashSite.of(RocksStore.open(directory))) {
            String commands = CommandTable.standard().all().stream()
                    .map(Command::name)
                    .filter(name -> !name.equals("exec")) // Of a transaction, which it calls so too.
                    .collect(Collectors.joining(" "));

            assertThat(NodeProgram.run(
                            UpstashClientsTest.class,
                            "commands.mjs",
                            Map.of("URL", site.url(), "TOKEN", site.secret("sdk", "*"), "COMMANDS", commands)))
                    .as("commands that the program should call too")
                    .containsExactly("");
        }
    }

    @Test
    void limitsAreExactOnTheEmbeddedStore(@TempDir Path directory) throws Exception {
        try (UpstashSite site = UpstashSite.of(RocksStore.open(directory))) {
            assertThat(limits(site.url(), site.secret("limits", "*"))).isEqualTo(expected());
        }
    }

    @Test
    void limitsAreExactOverTwoServersOnOneRedis() throws Exception {
        try (RedisProcess redis = RedisProcess.start();
                UpstashSite one = UpstashSite.of(open(redis));
                UpstashSite other = UpstashSite.of(open(redis))) {
            assertThat(limits(one.url() + " " + other.url(), one.secret("limits", "*")))
                    .isEqualTo(expected());
        }
    }

    private static RedisStore open(RedisProcess redis) {
        return RedisStore.open(
                RedisSettings.of(redis.url()).withTimeout(Duration.ofSeconds(20)), Limits.DEFAULT, StoreObserver.NONE);
    }

    private static List<String> limits(String urls, String token) throws Exception {
        return NodeProgram.run(
                UpstashClientsTest.class,
                "limits.mjs",
                Map.of("URLS", urls, "TOKEN", token, "NAME", "limits", "RESETTING", "1"));
    }

    /** In a window of a day, 57 of 200 are let through; a fixed one counts those who are not, too. */
    private static List<String> expected() {
        return List.of(
                "fixed 57 0",
                "fixed given back false false",
                "fixed reset 57",
                "sliding 57 0",
                "sliding given back true true",
                "sliding reset 57",
                "bucket 57 0",
                "bucket given back true true",
                "bucket reset 57",
                "cached 57",
                "denied false denyList true");
    }
}
