package dev.yorozu.server.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The samples in the document of the user API, run by Python with its own client of Redis. */
final class UsersDocument implements AutoCloseable {
    /** That of the system, whose packages bring the client of Redis, and FastAPI with what calls it. */
    private static final String PYTHON = "/usr/bin/python3";

    private static final String INSTALL =
            "install python3, python3-redis, python3-fastapi and python3-httpx, or run ./test";

    private final Process process;
    private final Writer calls;
    private final BufferedReader answers;

    private UsersDocument(Process process) {
        this.process = process;
        this.calls = new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8);
        this.answers = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    /** @param password what the samples sign in with; empty for none */
    static UsersDocument start(Path directory, int port, String password) throws IOException {
        if (!Files.isExecutable(Path.of(PYTHON))) {
            throw new IllegalStateException("The samples need Python: " + INSTALL);
        }
        Path program = directory.resolve("document.py");
        try (InputStream in = Objects.requireNonNull(UsersDocument.class.getResourceAsStream("users-document.py"))) {
            Files.copy(in, program);
        }
        ProcessBuilder builder =
                new ProcessBuilder(PYTHON, program.toString(), "127.0.0.1", Integer.toString(port), password);
        // The document's code takes the machine's zone for UTC.
        builder.environment().put("TZ", "UTC");
        builder.environment().put("PYTHONIOENCODING", "utf-8");
        return new UsersDocument(
                builder.redirectError(ProcessBuilder.Redirect.INHERIT).start());
    }

    /** What a function of the document returned. */
    JsonNode call(String name, Object... arguments) {
        List<Object> call = new ArrayList<>(List.of(name));
        call.addAll(List.of(arguments));
        try {
            calls.write(JsonMapper.shared().writeValueAsString(call) + "\n");
            calls.flush();
            String line = answers.readLine();
            if (line == null) {
                throw new IllegalStateException("The samples did not run: " + INSTALL);
            }
            JsonNode answer = JsonMapper.shared().readTree(line);
            if (answer.has("fault")) {
                throw new AssertionError(
                        name + " failed: " + answer.get("fault").asString());
            }
            return answer.get("result");
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
