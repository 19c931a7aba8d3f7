package dev.yorozu;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** Runs a script of the test's own in Node. */
public final class Node {
    private Node() {}

    /** What the script prints, line by line, for these lines of input; its local zone is UTC. */
    public static List<String> run(Path script, List<String> lines) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(program(), script.toString()).redirectErrorStream(true);
        builder.environment().put("TZ", "UTC");
        Process process = builder.start();
        try (var in = process.getOutputStream()) {
            in.write((String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8));
        }
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new AssertionError("node failed: " + output);
        }
        return output.lines().toList();
    }

    /** A script beside a class, copied to where Node can read it. */
    public static Path script(Class<?> test, String name, Path directory) throws IOException {
        try (InputStream in = test.getResourceAsStream(name)) {
            Path copy = directory.resolve(name);
            Files.write(copy, in.readAllBytes());
            return copy;
        }
    }

    private static String program() {
        String path = System.getenv().getOrDefault("PATH", "");
        for (String directory : path.split(Pattern.quote(File.pathSeparator), -1)) {
            Path candidate = Path.of(directory, "node");
            if (Files.isExecutable(candidate)) {
                return candidate.toString();
            }
        }
        throw new IllegalStateException(
                "node is not installed: install the Debian package nodejs and run the test again");
    }
}
