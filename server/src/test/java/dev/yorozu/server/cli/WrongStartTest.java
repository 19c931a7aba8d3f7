package dev.yorozu.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.server.cli.Program.Ended;
import dev.yorozu.store.testkit.redis.RedisProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/**
 * Each wrong start ends with status 2 and one sentence. All but the last happen within this process, as nothing of them
 * depends on having one of their own.
 */
class WrongStartTest {
    @TempDir
    Path directory;

    @Test
    void dataDirectoryNotWritable() throws IOException {
        // Permissions do not stop the superuser; a file in the place of the parent directory stops everybody.
        Path file = Files.writeString(directory.resolve("file"), "");

        refused(serve("--port", "0", "--data", file.resolve("data").toString()), "--data");
        refused(
                serve(
                        "--port",
                        "0",
                        "--store",
                        "memory:",
                        "--data",
                        file.resolve("data").toString()),
                "is not writable");
    }

    @Test
    void dataDirectoryInUse() {
        String data = directory.resolve("data").toString();
        try (Program.Serving first = Program.Serving.start(directory, "--data", data)) {
            assertThat(first.readyLine()).startsWith("Yorozu is ready at http://127.0.0.1:");
            refused(serve("--port", "0", "--data", data), "is in use by another process");
        }
    }

    @Test
    void dataDirectoryOfANewerFormat() throws IOException, RocksDBException {
        Path data = directory.resolve("data");
        Path store = Files.createDirectories(data.resolve("store"));
        RocksDB.loadLibrary();
        try (Options options = new Options().setCreateIfMissing(true);
                RocksDB database = RocksDB.open(options, store.toString());
                ColumnFamilyHandle later =
                        database.createColumnFamily(new ColumnFamilyDescriptor("of-a-later-version".getBytes()))) {
            assertThat(later.isOwningHandle()).isTrue();
        }

        refused(serve("--port", "0", "--data", data.toString()), "newer");
    }

    @Test
    void badStoreUrl() {
        Ended ended = serve("--port", "0", "--store", "mysql://root:hunter2@localhost/db");

        refused(ended, "allowed are rocksdb:DIR, memory:, redis://HOST:PORT");
        assertThat(ended.err()).doesNotContain("hunter2");
    }

    @Test
    void redisRefused() throws IOException {
        int port;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }

        refused(serve("--port", "0", "--store", "redis://:hunter2@127.0.0.1:" + port), "Redis at 127.0.0.1:" + port);
    }

    @Test
    void redisWrongPasswordAndReadOnlyReplica() {
        try (RedisProcess master = RedisProcess.start();
                RedisProcess guarded = RedisProcess.start("--requirepass", "right");
                RedisProcess replica = RedisProcess.start("--replicaof", "127.0.0.1 " + master.port())) {
            Ended wrong = serve("--port", "0", "--store", "redis://:hunter2@127.0.0.1:" + guarded.port());
            refused(wrong, "password");
            refused(serve("--port", "0", "--store", replica.url()), "is a read-only replica");
        }
    }

    @Test
    void portTaken() throws IOException {
        ProgramImage.shared().provide(directory.resolve("data"));
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            refused(
                    serve("--store", "memory:", "--port", Integer.toString(taken.getLocalPort())),
                    "Cannot listen on 127.0.0.1 port " + taken.getLocalPort());
        }
    }

    @Test
    void brokenYamlAndUnknownSettings() throws IOException {
        Path broken = Files.writeString(directory.resolve("broken.yaml"), "server: [unclosed\n");
        Path unknown = Files.writeString(directory.resolve("unknown.yaml"), "server:\n  prot: 1\n");

        refused(serve("--config", broken.toString()), "broken.yaml");
        refused(serve("--config", unknown.toString()), "server.prot");
        refused(Program.run(directory, Map.of("YOROZU_SERVER_PROT", "1"), "serve"), "YOROZU_SERVER_PROT");
        refused(serve("--port", "many"), "--port");
    }

    @Test
    void twoSystemsAtOneAddress() throws IOException {
        Path same = Files.writeString(directory.resolve("same.yaml"), "systems: {users: {mount: /tokens}}\n");
        Path below = Files.writeString(
                directory.resolve("below.yaml"),
                "systems: {oidc: {issuer: 'http://localhost:1', clientId: a, mount: /users/auth}}\n");
        Path console = Files.writeString(directory.resolve("console.yaml"), "systems: {users: {mount: /console}}\n");

        refused(
                serveAs(same),
                "Settings systems.tokens.mount and systems.users.mount are both /tokens: give each system a path of its"
                        + " own, or turn one off.");
        refused(
                serveAs(below),
                "Two routes answer POST at /users/auth/logout: give one of the two systems another path");
        refused(
                serveAs(console),
                "Two routes answer GET at /console/sessions: give one of the two systems another path");
    }

    private Ended serveAs(Path config) throws IOException {
        ProgramImage.shared().provide(directory.resolve("data"));
        return serve("--port", "0", "--store", "memory:", "--config", config.toString());
    }

    /** Within the test's own directory, unless the arguments name another. */
    private Ended serve(String... arguments) {
        List<String> all = new ArrayList<>(List.of("serve"));
        all.addAll(List.of(arguments));
        if (!all.contains("--data")) {
            all.addAll(List.of("--data", directory.resolve("data").toString()));
        }
        return Commands.run(all.toArray(String[]::new));
    }

    @Test
    void adminTokenThatOthersCanRead() throws IOException {
        Path data = directory.resolve("data");
        ProgramImage.shared().provide(data);
        Path token = Files.writeString(data.resolve("admin.token"), "a-token-that-everybody-knows\n");
        Files.setPosixFilePermissions(token, PosixFilePermissions.fromString("rw-r--r--"));

        refused(serve("--port", "0", "--data", data.toString()), "can be read by others");
    }

    @Test
    void wrongUse() {
        refused(Commands.run("serve", "--nothing-like-this"), "see yorozu serve --help");
        refused(Commands.run("keys"), "see yorozu keys --help");
        refused(Commands.run("nothing-like-this"), "see yorozu --help");
        refused(Commands.run("stst"), "'stst', did you mean stats: see yorozu --help");
        refused(Commands.run("keys", "gte"), "did you mean get: see yorozu keys --help");
        refused(Commands.run("user", "hana", "sesions"), "did you mean sessions: see yorozu user --help");
        refused(Commands.run("serve", "--prot=1"), "did you mean --port: see yorozu serve --help");
        refused(Commands.run("schema", "--format", "xml"), "--format");
        refused(Commands.run("stats", "--data", directory.resolve("typo").toString()), "There is no store in");
        assertThat(directory.resolve("typo")).doesNotExist();
        refused(Commands.run("stats", "--data", directory.toString(), "--store", "memory:"), "lives within its server");
    }

    private static void refused(Ended ended, String saying) {
        assertThat(ended.err()).contains(saying);
        assertThat(ended.err().strip().lines()).as(ended.err()).hasSize(1);
        assertThat(ended.err()).doesNotContain("Exception").doesNotContain("\tat ");
        assertThat(ended.err()).doesNotContain("hunter2");
        assertThat(ended.out()).isEmpty();
        assertThat(ended.status()).isEqualTo(2);
    }
}
