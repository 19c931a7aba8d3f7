package dev.yorozu.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jwt.JWTClaimsSet;
import dev.yorozu.server.written.Written;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A validator of the examples in a process of its own: it is asked about tokens, and calls nobody for that. */
final class ValidatorProgram implements AutoCloseable {
    private static final Path EXAMPLES = Path.of("..", "examples", "validators").toAbsolutePath();

    /** Where ./test installs jose. */
    private static final Path LIBRARIES = Path.of("target", "npm").toAbsolutePath();

    private final Process process;
    private final BufferedReader out;
    private final Writer in;

    private ValidatorProgram(Process process) throws IOException {
        this.process = process;
        this.out = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        this.in = process.outputWriter(StandardCharsets.UTF_8);
    }

    /** The one with {@code jose}, which reads the feed as server-sent events. */
    static ValidatorProgram node(URI server, String secret, String app) throws IOException {
        assertThat(LIBRARIES.resolve("node_modules").resolve("jose"))
                .as("./test installs it below server/target/npm")
                .exists();
        Path program = Files.createTempDirectory(LIBRARIES, "validator-").resolve("validator.mjs");
        Files.copy(EXAMPLES.resolve("validator.mjs"), program);
        return start(List.of("node", program.toString()), server, secret, app);
    }

    /** The one with Nimbus, which reads the feed by long polls; Java runs its source as it stands. */
    static ValidatorProgram java(URI server, String secret, String app) throws Exception {
        Path nimbus = Path.of(JWTClaimsSet.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String source = EXAMPLES.resolve("Validator.java").toString();
        return start(List.of(java, "-cp", nimbus.toString(), source), server, secret, app);
    }

    private static ValidatorProgram start(List<String> command, URI server, String secret, String app)
            throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().putAll(Map.of("YOROZU", server.toString(), "YOROZU_SECRET", secret, "APP", app));
        return new ValidatorProgram(builder.redirectErrorStream(true).start());
    }

    /** Returns when it has read the feed. */
    ValidatorProgram ready() throws IOException {
        assertThat(answer()).isEqualTo("ready");
        return this;
    }

    private String answer() throws IOException {
        String line = String.valueOf(out.readLine());
        Written.text(line);
        return line;
    }

    /** What it makes of an access token: {@code accepted} and whose it is, or {@code refused} and why. */
    String judge(String token) {
        try {
            in.write(token + "\n");
            in.flush();
            return answer();
        } catch (IOException gone) {
            throw new UncheckedIOException(gone);
        }
    }

    /** Ends the process as a power cut would. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
