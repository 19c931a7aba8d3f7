package dev.yorozu.server.doors.redis.clients;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A client whose work is a program in its own language.
 *
 * @param interpreter what runs the program
 * @param environment what it needs besides the visit
 * @param program the name of the file
 * @param directory where the program is put, because Node looks for libraries from there
 * @param missing what to do where a library is missing
 */
record ScriptClient(String interpreter, Map<String, String> environment, String program, Path directory, String missing)
        implements DoorClient {
    /** Where ./test installs libraries for Node. */
    private static final Path NODE_LIBRARIES = Path.of("target", "npm");

    /** Where ./test puts a redis-py that knows RESP3, when the system's does not. */
    private static final Path PYTHON_LIBRARIES = Path.of("target", "python");

    static DoorClient redisCli() {
        return new ScriptClient(
                "bash", Map.of(), "redis-cli.sh", Path.of("target"), "install the Debian package redis-tools");
    }

    /** @param newer whether the one that knows RESP3 */
    static DoorClient redisPy(boolean newer) {
        String python = "/usr/bin/python3"; // The system's, to which its packages belong.
        return new ScriptClient(
                python,
                newer ? Map.of("PYTHONPATH", PYTHON_LIBRARIES.toAbsolutePath().toString()) : Map.of(),
                "redis-py.py",
                Path.of("target"),
                newer
                        ? "RESP3 needs redis-py 5 or later: ./test fetches Debian's below server/target/python"
                        : "install the Debian packages python3 and python3-redis, or run ./test");
    }

    static DoorClient node(String program) {
        return new ScriptClient(
                "node", Map.of(), program, NODE_LIBRARIES, "./test installs the libraries below server/target/npm");
    }

    @Override
    public List<String> work(Visit visit) throws IOException, InterruptedException {
        Path own = Files.createTempDirectory(Files.createDirectories(directory).toAbsolutePath(), "client-");
        Path script = own.resolve(program);
        try (InputStream in = Objects.requireNonNull(ScriptClient.class.getResourceAsStream(program))) {
            Files.copy(in, script, StandardCopyOption.REPLACE_EXISTING);
        }
        ProcessBuilder builder = new ProcessBuilder(interpreter, script.toString());
        builder.environment().putAll(environment);
        builder.environment()
                .putAll(Map.of(
                        "PORT", Integer.toString(visit.port()),
                        "SECRET", visit.secret(),
                        "PROTOCOL", Integer.toString(visit.protocol()),
                        "PREFIX", visit.prefix(),
                        "DIRECTORY", own.toString(),
                        "PYTHONIOENCODING", "utf-8"));
        Path err = own.resolve("stderr.txt");
        Process process = builder.redirectError(err.toFile()).start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor())
                .as("%s after %s: %s\n%s", program, out.lines().toList(), missing, Files.readString(err))
                .isZero();
        return out.lines().toList();
    }
}
