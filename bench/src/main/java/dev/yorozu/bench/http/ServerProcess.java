package dev.yorozu.bench.http;

import dev.yorozu.server.boot.StandardSettings;
import dev.yorozu.server.cli.Yorozu;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.config.SettingsReader;
import dev.yorozu.server.files.OwnerOnly;
import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An HTTP server on loopback in a process of its own. Those on the JVM have the JDK of this process and the same flags, so
 * that only what runs in it differs. It says on its standard output where it listens, once it is ready, and never outlives
 * this process.
 */
public final class ServerProcess implements AutoCloseable {
    /** The heap is fixed, so that no server wins by taking more memory. */
    public static final List<String> FLAGS =
            List.of("-Xms512m", "-Xmx512m", "-XX:+UseG1GC", "--enable-native-access=ALL-UNNAMED");

    /** Helidon forbids a JVM to read any serialized object; the question what it allocated comes as one. */
    private static final String ASKABLE = "-Dhelidon.serialFilter.pattern=java.**;javax.**";

    private static final Pattern READY = Pattern.compile("http://127\\.0\\.0\\.1:(\\d+)");
    private static final Duration START = Duration.ofMinutes(1);
    private static final Duration END = Duration.ofSeconds(15);

    private final Process process;
    private final Thread hook;
    private final CompletableFuture<Integer> port = new CompletableFuture<>();

    private ServerProcess(Process process) {
        this.process = process;
        this.hook = new Thread(process::destroyForcibly);
        Runtime.getRuntime().addShutdownHook(hook);
        Thread.ofPlatform().daemon().start(this::read);
    }

    /**
     * Starts a server on the JVM and waits until it is ready.
     *
     * @param program what follows the flags: a jar or a main class, and its arguments
     * @param log where its errors are written
     */
    public static ServerProcess java(List<String> program, Path log) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(FLAGS);
        command.add(ASKABLE);
        command.addAll(program);
        return start(command, log);
    }

    /** Starts any server and waits until it is ready. */
    public static ServerProcess start(List<String> command, Path log) throws IOException {
        ServerProcess server = new ServerProcess(
                new ProcessBuilder(command).redirectError(log.toFile()).start());
        try {
            server.port.orTimeout(START.toSeconds(), TimeUnit.SECONDS).join();
            return server;
        } catch (CompletionException e) {
            server.close();
            throw new IllegalStateException("A server did not start: " + command + "\n" + Files.readString(log), e);
        }
    }

    /** Waits for the port in the output, and then reads on, so that the server never waits for a reader. */
    private void read() {
        try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                Matcher ready = READY.matcher(line);
                if (ready.find()) {
                    port.complete(Integer.valueOf(ready.group(1)));
                }
            }
            port.completeExceptionally(new EOFException("The server ended"));
        } catch (IOException e) {
            port.completeExceptionally(e);
        }
    }

    /**
     * Starts Yorozu on the store of this URL.
     *
     * @param flags further ones of its JVM
     */
    public static ServerProcess yorozu(List<String> flags, Path settings, String url, Path log) throws IOException {
        return main(flags, Yorozu.class, log, "serve", "--port", "0", "--store", url, "--config", settings.toString());
    }

    /** Starts a {@link BareServer} that answers with the reply in a file. */
    public static ServerProcess bare(Path reply, Path log) throws IOException {
        return main(List.of(), BareServer.class, log, reply.toString());
    }

    /**
     * A file of the settings of every benchmark and these, below a directory where a server writes all else. Neither a line
     * for each request nor a count of all keys disturbs the run.
     */
    public static Path settings(Path data, String more) throws IOException {
        return Files.writeString(
                OwnerOnly.temporaryFile(data.resolve("yorozu"), ".yaml"),
                "data: " + data + "\nlog:\n  access: off\nstatistics:\n  every: off\n" + more);
    }

    /** What a server reads from such a file, but with patience for a directory that is filled. */
    public static Settings read(Path file) {
        return new SettingsReader(StandardSettings.schema())
                .file(file)
                .flag("directory.timeout", "--directory-timeout", "60s")
                .read();
    }

    /** Starts a main class on the class path of this process. */
    private static ServerProcess main(List<String> flags, Class<?> main, Path log, String... arguments)
            throws IOException {
        List<String> program = new ArrayList<>(flags);
        program.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        program.addAll(List.of(arguments));
        return java(program, log);
    }

    public int port() {
        return port.join();
    }

    public ProcessHandle handle() {
        return process.toHandle();
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(END.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        Runtime.getRuntime().removeShutdownHook(hook);
    }
}
