package dev.yorozu.bench.door;

import dev.yorozu.bench.http.ServerProcess;
import dev.yorozu.bench.measure.Usage;
import dev.yorozu.bench.store.RedisBenchmark;
import dev.yorozu.server.operate.RemoteOperator;
import dev.yorozu.server.operate.credentials.CredentialOperations;
import dev.yorozu.server.operate.transport.AdminToken;
import dev.yorozu.store.testkit.redis.RedisProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * A server that redis-benchmark can ask.
 *
 * @param closing ends it
 */
record DoorServer(String name, ProcessHandle process, RedisBenchmark benchmark, Runnable closing)
        implements AutoCloseable {
    /** A redis-server as it comes, without files. */
    static DoorServer redis() {
        RedisProcess redis = RedisProcess.start();
        return new DoorServer(
                "redis-server",
                ProcessHandle.of(redis.pid()).orElseThrow(),
                RedisBenchmark.at(redis.port()),
                redis::close);
    }

    /** Yorozu with the door open, on the store of this URL. */
    static DoorServer yorozu(String name, String url, String durability, Path data) throws IOException {
        int port = freePort();
        Path settings = ServerProcess.settings(data, """
                doors:
                  redis:
                    enabled: on
                    port: %d
                    durability: %s
                """.formatted(port, durability));
        ServerProcess server =
                ServerProcess.yorozu(List.of(), settings, url, Files.createFile(data.resolve("errors.log")));
        return new DoorServer(
                name, server.handle(), RedisBenchmark.at(port, "-a", secret(server.port(), data)), server::close);
    }

    /** A credential for all keys. Other programs of this machine can see it while the benchmark runs, and nothing after. */
    private static String secret(int port, Path data) {
        AdminToken token = AdminToken.find(data).orElseThrow();
        try (RemoteOperator operator = RemoteOperator.connect(URI.create("http://127.0.0.1:" + port), token)) {
            return operator.call(
                            CredentialOperations.CREATE,
                            new CredentialOperations.CreateRequest("bench", List.of(), List.of(), false, List.of()))
                    .secret();
        }
    }

    /** The server says its port for HTTP, and not that of the door. */
    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /** What a turn came to: commands a second, and the processor time of the server for each, in microseconds. */
    record Turn(double rate, double micros) {}

    Turn turn(RedisBenchmark.Work work) throws IOException, InterruptedException {
        Duration before = Usage.processor(process);
        double rate = benchmark.rate(work);
        Duration used = Usage.processor(process).minus(before);
        return new Turn(rate, used.toNanos() / 1000.0 / work.requests());
    }

    @Override
    public void close() {
        closing.run();
    }
}
