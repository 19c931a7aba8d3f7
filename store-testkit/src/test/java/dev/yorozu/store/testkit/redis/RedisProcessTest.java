package dev.yorozu.store.testkit.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

final class RedisProcessTest {
    @Test
    void aServerAnswersAtItsPort() {
        try (RedisProcess redis = RedisProcess.start()) {
            assertThat(redis.cli("ping")).isEqualTo("PONG");
            assertThat(redis.url()).isEqualTo("redis://127.0.0.1:" + redis.port());
        }
    }

    @Test
    void aClosedServerIsGone() {
        RedisProcess redis = RedisProcess.start();
        ProcessHandle process = ProcessHandle.of(redis.pid()).orElseThrow();
        redis.close();
        assertThat(process.isAlive()).isFalse();
    }

    @Test
    void aKilledServerComesBackWithItsAppendOnlyFile() {
        try (RedisProcess redis = RedisProcess.start("--appendonly", "yes", "--appendfsync", "always")) {
            redis.cli("set", "kept", "value");
            redis.kill();
            redis.restart();
            assertThat(redis.cli("get", "kept")).isEqualTo("value");
        }
    }

    @Test
    void aKilledServerWithoutAFileComesBackEmpty() {
        try (RedisProcess redis = RedisProcess.start()) {
            redis.cli("set", "lost", "value");
            redis.restart();
            assertThat(redis.cli("dbsize")).isEqualTo("0");
        }
    }

    @Test
    void thePasswordIsPartOfTheUrlAndUsedByTheClient() {
        try (RedisProcess redis = RedisProcess.start("--requirepass", "open-sesame")) {
            assertThat(redis.cli("ping")).isEqualTo("PONG");
            assertThat(redis.url()).contains(":open-sesame@");
        }
    }

    @Test
    void aFrozenServerAnswersAfterTheThaw() throws Exception {
        try (RedisProcess redis = RedisProcess.start()) {
            redis.freeze();
            Process client = new ProcessBuilder(Programs.redisCli(), "-p", "" + redis.port(), "ping").start();
            assertThat(client.isAlive()).isTrue();
            redis.thaw();
            assertThat(new String(client.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .isEqualTo("PONG\n");
        }
    }

    @Test
    void aReplicaFollowsItsMasterAndRefusesWrites() {
        try (RedisProcess master = RedisProcess.start();
                RedisProcess replica = RedisProcess.start("--replicaof", "127.0.0.1 " + master.port())) {
            assertThat(replica.cli("role")).startsWith("slave");
            assertThat(replica.cli("set", "a", "b")).startsWith("READONLY");
        }
    }

    @Test
    void aMissingProgramIsNamedTogetherWithItsPackage() {
        assertThatThrownBy(() -> Programs.require("no-such-program", "some-package"))
                .hasMessage("no-such-program is not installed:"
                        + " install the Debian package some-package and run the test again");
    }

    @Test
    void aWrongSettingFailsWithTheServersWords() {
        assertThatThrownBy(() -> RedisProcess.start("--no-such-setting", "yes"))
                .hasMessageContaining("no-such-setting");
    }
}
