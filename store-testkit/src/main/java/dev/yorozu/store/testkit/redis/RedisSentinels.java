package dev.yorozu.store.testkit.redis;

import dev.yorozu.store.testkit.Poll;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A master, a replica, and three sentinels of which two must agree that the master is gone. */
public final class RedisSentinels implements AutoCloseable {
    private static final String MASTER_NAME = "yorozu";
    private static final int SENTINELS = 3;

    private final RedisProcess master;
    private final RedisProcess replica;
    private final List<Daemon> sentinels = new ArrayList<>();
    private final List<Integer> ports = new ArrayList<>();

    private RedisSentinels(RedisProcess master, RedisProcess replica) {
        this.master = master;
        this.replica = replica;
    }

    /** Starts all five and waits until the replica follows and the sentinels know of each other. */
    public static RedisSentinels start() {
        RedisProcess master = RedisProcess.start();
        RedisProcess replica = RedisProcess.start("--replicaof", "127.0.0.1 " + master.port());
        RedisSentinels all = new RedisSentinels(master, replica);
        try {
            for (int i = 0; i < SENTINELS; i++) {
                all.startSentinel();
            }
            all.awaitAgreement();
            return all;
        } catch (RuntimeException | Error e) {
            all.close();
            throw e;
        }
    }

    public String url() {
        return ports.stream()
                .map(port -> "127.0.0.1:" + port)
                .collect(Collectors.joining(",", "redis-sentinel://", "#" + MASTER_NAME));
    }

    /** The server that was the master at the start. */
    public RedisProcess master() {
        return master;
    }

    /** The server that was the replica at the start. */
    public RedisProcess replica() {
        return replica;
    }

    public void killMaster() {
        master.kill();
    }

    /** Returns when the former replica serves as the master and all sentinels say so. */
    public void awaitFailover() {
        Poll.until("the replica became the master", () -> replica.cli("role").startsWith("master"));
        for (int i = 0; i < SENTINELS; i++) {
            int sentinel = i;
            Poll.until(
                    "every sentinel names the new master",
                    () -> ask(sentinel, "get-master-addr-by-name").contains("" + replica.port()));
        }
    }

    @Override
    public void close() {
        sentinels.forEach(Daemon::close);
        replica.close();
        master.close();
    }

    private void startSentinel() {
        int port = Ports.free();
        Path directory = Daemon.newDirectory("sentinel-");
        Path settings = directory.resolve("sentinel.conf");
        try {
            Files.writeString(settings, settings(port));
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot write a sentinel's settings", e);
        }
        List<String> command = List.of(Programs.redisServer(), settings.toString(), "--sentinel");
        sentinels.add(Daemon.start(directory, command, "+monitor master " + MASTER_NAME));
        ports.add(port);
    }

    private String settings(int port) {
        return """
                port %1$d
                bind 127.0.0.1
                sentinel monitor %2$s 127.0.0.1 %3$d 2
                sentinel down-after-milliseconds %2$s 500
                sentinel failover-timeout %2$s 5000
                sentinel parallel-syncs %2$s 1
                """.formatted(port, MASTER_NAME, master.port());
    }

    private void awaitAgreement() {
        Poll.until(
                "the replica follows", () -> replica.cli("info", "replication").contains("master_link_status:up"));
        IntStream.range(0, SENTINELS)
                .forEach(sentinel -> Poll.until("the sentinels know each other", () -> {
                    List<String> state = ask(sentinel, "master").lines().toList();
                    return valueOf(state, "num-slaves").equals("1")
                            && valueOf(state, "num-other-sentinels").equals("" + (SENTINELS - 1))
                            && ask(sentinel, "ckquorum").startsWith("OK");
                }));
    }

    private static String valueOf(List<String> fieldsAndValues, String field) {
        int index = fieldsAndValues.indexOf(field);
        return index < 0 ? "" : fieldsAndValues.get(index + 1);
    }

    private String ask(int sentinel, String question) {
        String port = "" + ports.get(sentinel);
        return Shell.run(
                List.of(Programs.redisCli(), "-h", "127.0.0.1", "-p", port, "sentinel", question, MASTER_NAME), "");
    }
}
