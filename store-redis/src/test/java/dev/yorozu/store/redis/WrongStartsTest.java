package dev.yorozu.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.backend.Limits;
import dev.yorozu.store.backend.StoreObserver;
import dev.yorozu.store.testkit.redis.RedisClusterProcesses;
import dev.yorozu.store.testkit.redis.RedisProcess;
import java.time.Duration;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
final class WrongStartsTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            localhost:6379                       | it must begin with redis://
            http://localhost                     | its scheme must be redis
            redis://                             | it names no host
            redis://host:0                       | a port must be a number from 1 to 65535
            redis://host:port                    | a port must be a number from 1 to 65535
            redis://host/first                   | the database after the address must be a number
            redis://one,two                      | it names several servers
            redis://secret@host                  | a login is written user:password@ or :password@
            redis://:%ZZsecret@host              | its user name or password holds a %
            redis://host?timeout=1               | it takes no ? and no options
            redis-sentinel://host:26379          | it must end with # and the name of the master
            redis-cluster://host:1/3             | a cluster has only one database
            upstash:ftp://host                   | after upstash: comes the REST address
            upstash:https://:secret@host         | after upstash: comes the REST address
            """)
    void aBadUrlIsExplainedWithoutRepeatingIt(String url, String why) {
        assertRefused(url).hasMessageStartingWith("The store URL is not usable: " + why);
    }

    @Test
    void noServer() {
        RedisProcess gone = RedisProcess.start();
        gone.close();
        assertRefused(gone.url())
                .hasMessage("Redis at 127.0.0.1:" + gone.port()
                        + " does not accept connections: start it or correct the store URL");
        assertRefused("redis-cluster://127.0.0.1:" + gone.port()).hasMessageContaining("does not accept connections");
        assertRefused("redis-sentinel://127.0.0.1:" + gone.port() + "#main").hasMessageContaining("none of them");
    }

    @Test
    void noTls() {
        assertRefused("rediss://127.0.0.1:" + RedisProcess.shared().port()).hasMessageContaining("TLS");
    }

    @Test
    void noSuchHost() {
        assertRefused("redis://no-such-host.invalid").hasMessageContaining("correct the host name");
    }

    @Test
    void passwords() {
        try (RedisProcess redis = RedisProcess.start("--requirepass", "right")) {
            String address = "127.0.0.1:" + redis.port();
            assertRefused("redis://" + address).hasMessageContaining("asks for a password");
            assertRefused("redis://:wrong@" + address)
                    .hasMessageContaining("does not accept the user name or password");
            assertRefused("redis://me:wrong@" + address)
                    .hasMessageContaining("does not accept the user name or password");
            try (RedisStore store = Stores.open(redis.url())) {
                store.ping();
            }
        }
    }

    @Test
    void aPasswordWhereThereIsNone() {
        assertRefused("redis://:wrong@127.0.0.1:" + RedisProcess.shared().port())
                .hasMessageContaining("has no password");
    }

    @Test
    void aDatabaseThatIsNotThere() {
        assertRefused(RedisProcess.shared().url() + "/99").hasMessageContaining("does not have the database");
    }

    @Test
    void databasesAreApart() {
        Key key = Key.of("database-test");
        try (RedisStore third = Stores.open(RedisProcess.shared().url() + "/3");
                RedisStore first = Stores.open(RedisProcess.shared().url())) {
            third.commit(Batch.builder().put(key, "x", Expiry.never()).build());
            assertThat(third.get(key)).contains(Bytes.of("x"));
            assertThat(first.get(key)).isEmpty();
        }
    }

    @Test
    void aReadOnlyReplica() {
        try (RedisProcess replica = RedisProcess.start(
                "--replicaof", "127.0.0.1 " + RedisProcess.shared().port())) {
            assertRefused(replica.url()).hasMessageContaining("is a read-only replica: name its master");
        }
    }

    @Test
    void theWrongKindOfRedis() {
        int node = RedisClusterProcesses.shared().node(0).port();
        assertRefused("redis://127.0.0.1:" + node).hasMessageContaining("begins with redis-cluster://");
        assertRefused("redis-cluster://127.0.0.1:" + RedisProcess.shared().port())
                .hasMessageContaining("begins with redis://");
    }

    @Test
    void aFrozenServer() {
        try (RedisProcess redis = RedisProcess.start()) {
            redis.freeze();
            assertRefused(redis.url()).hasMessageContaining("did not answer within 500 ms");
            redis.thaw();
        }
    }

    @Test
    void noWaitingWhereThereIsNone() {
        Confirmation onDisk = new Confirmation(1, true);
        assertThatThrownBy(() -> Stores.open(
                        RedisSettings.of("upstash:https://host").withToken("t").withConfirmation(onDisk)))
                .isInstanceOf(StoreException.CannotOpen.class)
                .hasMessage("Upstash cannot be asked to wait for replicas or for its disk: turn waiting off");
        // One that knows how to wait for its disk has none here to wait for.
        assertThatThrownBy(() -> Stores.open(
                        RedisSettings.of(RedisProcess.shared().url()).withConfirmation(onDisk)))
                .isInstanceOf(StoreException.CannotOpen.class)
                .hasMessageMatching(".*(cannot wait for its disk|has no append-only file).*");
        try (RedisProcess redis = RedisProcess.start()) {
            redis.cli("acl", "setuser", "limited", "on", ">right", "~*", "+@all", "-wait");
            assertThatThrownBy(() -> Stores.openConfirmed(
                            "redis://limited:right@127.0.0.1:" + redis.port(), 1, Duration.ofSeconds(20)))
                    .isInstanceOf(StoreException.CannotOpen.class)
                    .hasMessageContaining("does not let this user wait for replicas");
        }
    }

    @Test
    void tooLargeLimits() {
        RedisSettings settings = RedisSettings.of(RedisProcess.shared().url());
        Limits limits = new Limits(1024, 1024, 5000, 1024);
        assertThatThrownBy(() -> RedisStore.open(settings, limits, StoreObserver.NONE))
                .isInstanceOf(StoreException.CannotOpen.class)
                .hasMessageContaining("at most 4096 operations");
    }

    @Test
    void versionsAreCompared() {
        assertThat(ServerFacts.of("redis_version:7.0.15\r\nrole:master\r\n").atLeast(6, 2))
                .isTrue();
        assertThat(ServerFacts.of("redis_version:6.2.0\r\n").atLeast(6, 2)).isTrue();
        assertThat(ServerFacts.of("redis_version:6.0.16\r\n").atLeast(6, 2)).isFalse();
        assertThat(ServerFacts.of("redis_version:10.1\r\n").atLeast(6, 2)).isTrue();
        assertThat(ServerFacts.of("").atLeast(6, 2)).isFalse();
    }

    private static AbstractThrowableAssert<?, ? extends Throwable> assertRefused(String url) {
        RedisSettings settings = RedisSettings.of(url).withTimeout(Duration.ofMillis(500));
        return assertThatThrownBy(() -> Stores.open(settings))
                .isInstanceOf(StoreException.CannotOpen.class)
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("secret", "wrong"));
    }
}
