package dev.yorozu.server.deployment;

import dev.yorozu.server.TestCertificate;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import javax.net.ssl.SSLContext;

/** What {@code deploy/local/deployment} starts, with the program of this build, in a directory of its own. */
final class LocalDeployment implements AutoCloseable {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final int PORTS = 60;

    private final Path home;
    private final Path program;
    private final int firstPort;

    private LocalDeployment(Path home, Path program, int firstPort) {
        this.home = home;
        this.program = program;
        this.firstPort = firstPort;
    }

    static LocalDeployment up() throws IOException {
        // PostgreSQL runs as another user where this is root, who must be able to get there.
        Path parent = Files.createTempDirectory(Path.of("/tmp"), "yorozu-deployment-");
        Files.setPosixFilePermissions(parent, PosixFilePermissions.fromString("rwx--x--x"));
        Path program = Files.writeString(parent.resolve("yorozu"), """
                #!/bin/sh
                exec "%s" -Xmx256m --enable-native-access=ALL-UNNAMED -cp "%s" dev.yorozu.server.cli.Yorozu "$@"
                """.formatted(
                Path.of(System.getProperty("java.home"), "bin", "java"), System.getProperty("java.class.path")));
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
        LocalDeployment deployment = new LocalDeployment(parent.resolve("home"), program, freePorts());
        try {
            deployment.run("up");
            return deployment;
        } catch (IOException | IllegalStateException e) {
            deployment.close();
            throw e;
        }
    }

    /** The first of so many ports that are all free, below those that systems take for the near ends of connections. */
    private static int freePorts() {
        for (int attempt = 0; attempt < 100; attempt++) {
            int first = ThreadLocalRandom.current().nextInt(150, 310) * 100;
            boolean free = true;
            for (int port = first; port < first + PORTS && free; port++) {
                try (ServerSocket socket = new ServerSocket(port)) {
                    free = socket.isBound();
                } catch (IOException taken) {
                    free = false;
                }
            }
            if (free) {
                return first;
            }
        }
        throw new IllegalStateException("No " + PORTS + " free ports next to one another");
    }

    String url() {
        return "https://127.0.0.1:" + firstPort;
    }

    Path home() {
        return home;
    }

    int port(int place) {
        return firstPort + place;
    }

    static Path file(String path) {
        return ROOT.resolve("deploy").resolve(path);
    }

    /** Runs a command of the script, and gives what it printed. */
    String run(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(file("local/deployment").toString()));
        command.addAll(List.of(arguments));
        return output(command);
    }

    /** Runs a command of Yorozu that asks the first server. */
    String yorozu(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(program.toString()));
        command.addAll(List.of(arguments));
        command.addAll(List.of(
                "--config",
                home.resolve("yorozu.yaml").toString(),
                "--data",
                home.resolve("server-1/data").toString()));
        return output(command);
    }

    private String output(List<String> command) throws IOException {
        Path log = Files.createTempFile("deployment-", ".log");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
        builder.environment().put("LOCAL_HOME", home.toString());
        builder.environment().put("LOCAL_PORT", "" + firstPort);
        builder.environment().put("LOCAL_PROGRAM", program.toString());
        int status;
        try {
            status = builder.start().waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("Interrupted", e);
        }
        String output = Files.readString(log);
        Files.delete(log);
        if (status != 0) {
            throw new IllegalStateException(command + " ended with " + status + ":\n" + output);
        }
        return output;
    }

    /** One of the Redis nodes, which is a master or not. */
    String redis(String role) throws IOException {
        return run("status")
                .lines()
                .filter(line -> line.startsWith("redis-") && line.endsWith(role))
                .map(line -> line.substring(0, line.indexOf(' ')))
                .findFirst()
                .orElseThrow();
    }

    /** For clients that trust its certificate alone. */
    SSLContext trusting() throws IOException, GeneralSecurityException {
        return TestCertificate.trusting(List.of(TestCertificate.read(home.resolve("tls.pem"))));
    }

    /** What its nodes have logged, for who wonders. */
    String logs() throws IOException {
        StringBuilder all = new StringBuilder();
        for (String node : List.of("server-1", "server-2", "nginx")) {
            Path log = home.resolve(node).resolve("log");
            if (Files.exists(log)) {
                String text = Files.readString(log, StandardCharsets.UTF_8);
                all.append(node).append(":\n").append(text, Math.max(0, text.length() - 3000), text.length());
            }
        }
        return all.toString();
    }

    @Override
    public void close() throws IOException {
        run("down", "--purge");
        Files.delete(program);
        Files.delete(home.resolveSibling("").normalize());
    }
}
