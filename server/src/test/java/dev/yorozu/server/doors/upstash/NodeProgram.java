package dev.yorozu.server.doors.upstash;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** A program in Node on the libraries that ./test installs, which do with a door what they do with the service it stands for. */
public final class NodeProgram {
    private static final Path LIBRARIES = Path.of("target", "npm").toAbsolutePath();

    private NodeProgram() {}

    /** A file of a library; fails where it is not installed. */
    static Path library(String file) {
        Path path = LIBRARIES.resolve("node_modules").resolve(file);
        assertThat(path).as("./test installs it below server/target/npm").exists();
        return path;
    }

    /** Runs a program, which is a resource beside this class, and gives what it printed. */
    public static List<String> run(Class<?> beside, String program, Map<String, String> environment)
            throws IOException, InterruptedException {
        library("@upstash/redis/package.json");
        Path directory = Files.createTempDirectory(LIBRARIES, "program-");
        Path script = directory.resolve(program);
        try (InputStream in = Objects.requireNonNull(beside.getResourceAsStream(program))) {
            Files.copy(in, script);
        }
        ProcessBuilder node = new ProcessBuilder("node", script.toString());
        node.environment().putAll(environment);
        Path errors = directory.resolve("errors.txt");
        Process process = node.redirectError(errors.toFile()).start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor())
                .as("%s printed %s\n%s", program, printed, Files.readString(errors))
                .isZero();
        return printed.lines().toList();
    }
}
