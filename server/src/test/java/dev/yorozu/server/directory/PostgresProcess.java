package dev.yorozu.server.directory;

import dev.yorozu.store.testkit.Poll;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A real PostgreSQL server on a free loopback port, with a directory of its own, that asks for a password.
 *
 * <p>It never outlives the JVM. PostgreSQL refuses to run as root, so as root it is run as the user that its package
 * makes.
 */
public final class PostgresProcess implements AutoCloseable {
    public static final String USER = "yorozu";
    public static final String PASSWORD = "a password of the database";
    private static final String READY = "database system is ready to accept connections";
    private static final boolean ROOT = "root".equals(System.getProperty("user.name"));

    private final Path home;
    private final int port;
    private Process process;

    private PostgresProcess(Path home, int port) {
        this.home = home;
        this.port = port;
        this.process = launch();
    }

    /** The server that all tests of this JVM share; it is started at the first call and ends with the JVM. */
    public static PostgresProcess shared() {
        return Shared.SERVER;
    }

    public static PostgresProcess start() {
        try {
            // As root the server is another user, who may not be able to reach the build's own directory.
            Path home = ROOT
                    ? Files.createTempDirectory(Path.of("/tmp"), "yorozu-postgres-")
                    : Files.createTempDirectory("yorozu-postgres-");
            Path password = Files.writeString(home.resolve("password"), PASSWORD);
            giveAway(home, password);
            run(List.of(
                    program("initdb"),
                    "--pgdata=" + home.resolve("data"),
                    "--username=" + USER,
                    "--no-sync",
                    "--auth=scram-sha-256",
                    "--pwfile=" + password,
                    "--encoding=UTF8",
                    "--locale=C"));
            PostgresProcess server = new PostgresProcess(home, freePort());
            Runtime.getRuntime().addShutdownHook(new Thread(server::close));
            server.awaitReady();
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot start PostgreSQL", e);
        }
    }

    /** The address of a database, without user and password. */
    public String url(String database) {
        return "postgresql://127.0.0.1:" + port + "/" + database;
    }

    public void kill() {
        signal("QUIT");
    }

    public void restart() {
        process = launch();
        awaitReady();
    }

    @Override
    public void close() {
        if (process.isAlive()) {
            signal("INT");
        }
        if (!Files.exists(home)) {
            return;
        }
        try (Stream<Path> paths = Files.walk(home)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot remove the directory of PostgreSQL", e);
        }
    }

    private void signal(String name) {
        try {
            new ProcessBuilder("sh", "-c", "kill -" + name + " " + process.pid())
                    .start()
                    .waitFor();
            process.waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Process launch() {
        try {
            return new ProcessBuilder(command(List.of(
                            program("postgres"),
                            "-D",
                            home.resolve("data").toString(),
                            "-h",
                            "127.0.0.1",
                            "-p",
                            "" + port,
                            "-k",
                            home.toString(),
                            "-c",
                            "fsync=off",
                            "-c",
                            "max_connections=60")))
                    .redirectErrorStream(true)
                    .redirectOutput(log().toFile())
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot start PostgreSQL", e);
        }
    }

    private Path log() {
        return home.resolve("output.log");
    }

    private void awaitReady() {
        Poll.until("PostgreSQL is ready", () -> {
            try {
                String output = Files.readString(log());
                if (!process.isAlive()) {
                    throw new IllegalStateException("PostgreSQL ended at its start and said:\n" + output);
                }
                return output.contains(READY);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    private static void giveAway(Path... paths) throws IOException {
        if (ROOT) {
            for (Path path : paths) {
                Files.setOwner(
                        path,
                        path.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("postgres"));
            }
        }
    }

    private static List<String> command(List<String> plain) {
        List<String> command = new ArrayList<>();
        if (ROOT) {
            command.addAll(List.of("setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", "--"));
        }
        command.addAll(plain);
        return command;
    }

    private static void run(List<String> plain) throws IOException {
        Process process =
                new ProcessBuilder(command(plain)).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            if (process.waitFor() != 0) {
                throw new IllegalStateException(plain.getFirst() + " failed: " + output.strip());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Fails with one sentence that says what to install, because a test that skips itself proves nothing. */
    private static String program(String name) throws IOException {
        Path versions = Path.of("/usr/lib/postgresql");
        List<Path> places = new ArrayList<>();
        if (Files.isDirectory(versions)) {
            try (Stream<Path> found = Files.list(versions)) {
                found.sorted(Comparator.reverseOrder()).forEach(version -> places.add(version.resolve("bin")));
            }
        }
        for (String directory : System.getenv().getOrDefault("PATH", "").split(":", -1)) {
            places.add(Path.of(directory));
        }
        return places.stream()
                .map(place -> place.resolve(name))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(
                        name + " is not installed: install the Debian package postgresql and run the test again"))
                .toString();
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static final class Shared {
        static final PostgresProcess SERVER = start();
    }
}
