package dev.yorozu.server.cli;

import dev.yorozu.server.boot.Serving;
import dev.yorozu.server.written.Written;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The real program in a process of its own. */
final class Program {
    /** Only for what hangs: longer than any command allows itself, on a machine that is as busy as can be. */
    private static final long PATIENCE_SECONDS = 600;

    /** What a command left behind. */
    record Ended(int status, String out, String err) {}

    private Program() {}

    /** Runs a command in this directory until it ends by itself. */
    static Ended run(Path directory, Map<String, String> environment, String... arguments) {
        try {
            Path out = Files.createTempFile(directory, "stdout-", ".txt");
            Path err = Files.createTempFile(directory, "stderr-", ".txt");
            Process process = builder(directory, environment, arguments)
                    .redirectOutput(out.toFile())
                    .redirectError(err.toFile())
                    .start();
            process.getOutputStream().close();
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
                throw new AssertionError("The command did not end: " + Files.readString(err));
            }
            return new Ended(process.exitValue(), Files.readString(out), Files.readString(err));
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }

    static Ended run(Path directory, String... arguments) {
        return run(directory, Map.of(), arguments);
    }

    private static ProcessBuilder builder(Path directory, Map<String, String> environment, String... arguments) {
        List<String> command = new ArrayList<>(ProgramImage.shared().command());
        command.addAll(List.of(arguments));
        ProcessBuilder builder = isolated(new ProcessBuilder(command).directory(directory.toFile()));
        // How slowly passwords are hashed is of no interest here.
        builder.environment().putAll(Map.of("YOROZU_PASSWORDS_MEMORY", "64KiB", "YOROZU_PASSWORDS_ITERATIONS", "1"));
        builder.environment().putAll(environment);
        return builder;
    }

    /** Without the settings of whoever runs the tests. */
    static ProcessBuilder isolated(ProcessBuilder builder) {
        builder.environment().keySet().removeIf(name -> name.startsWith("YOROZU_") || name.startsWith("KV_REST"));
        builder.environment().remove("REDIS_URL");
        return builder;
    }

    /** A server in a process of its own; ends with {@link #close} at the latest. */
    static final class Serving implements AutoCloseable {
        private static final int ATTEMPTS = 5;

        private final Process process;
        private final Path err;
        private final String ready;

        private Serving(Process process, Path err, String ready) {
            this.process = process;
            this.err = err;
            this.ready = ready;
        }

        /** Starts {@code serve --port 0} and waits until it is ready. */
        static Serving start(Path directory, String... arguments) {
            return start(directory, Map.of(), arguments);
        }

        static Serving start(Path directory, Map<String, String> environment, String... arguments) {
            List<String> all = new ArrayList<>(List.of("serve", "--port", "0"));
            all.addAll(List.of(arguments));
            return launch(directory, environment, all.toArray(String[]::new));
        }

        /** Starts {@code serve} where another was reached that has ended, and waits until it is ready. */
        static Serving startAt(URI earlier, Path directory, Map<String, String> environment, String... arguments) {
            List<String> all = new ArrayList<>(List.of("serve", "--port", Integer.toString(earlier.getPort())));
            all.addAll(List.of(arguments));
            return launch(directory, environment, all.toArray(String[]::new));
        }

        /** Starts {@code demo --port 0} and waits until it is ready. */
        static Serving demo(Path directory, Map<String, String> environment, String... arguments) {
            List<String> all = new ArrayList<>(List.of("demo", "--port", "0"));
            all.addAll(List.of(arguments));
            for (int attempt = 1; ; attempt++) {
                try {
                    return launch(directory, environment, all.toArray(String[]::new));
                } catch (AssertionError refused) {
                    // Another demonstration may have taken the port of the door since it was found free.
                    if (attempt == ATTEMPTS
                            || !String.valueOf(refused.getMessage()).contains("Cannot listen on")) {
                        throw refused;
                    }
                }
            }
        }

        private static Serving launch(Path directory, Map<String, String> environment, String... command) {
            try {
                int data = List.of(command).indexOf("--data");
                ProgramImage.shared()
                        .provide(directory.resolve(
                                data >= 0 ? command[data + 1] : command[0].equals("demo") ? "demo" : "data"));
                Path err = Files.createTempFile(directory, "serve-", ".txt");
                Process process = builder(directory, environment, command)
                        .redirectError(err.toFile())
                        .start();
                String line = new BufferedReader(
                                new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))
                        .readLine();
                if (line == null) {
                    throw new AssertionError("The server did not start: " + Files.readString(err));
                }
                return new Serving(process, err, line);
            } catch (IOException fault) {
                throw new UncheckedIOException(fault);
            }
        }

        String readyLine() {
            return ready;
        }

        URI url() {
            return URI.create(ready.substring(ready.indexOf("http://")));
        }

        String log() throws IOException {
            return Files.readString(err);
        }

        /** Asks the server to stop, and gives its status. */
        int stop() throws InterruptedException {
            process.destroy();
            return status();
        }

        /** Stops the server as Ctrl-C does, and gives its status. */
        int interrupt() throws InterruptedException, IOException {
            new ProcessBuilder("kill", "-INT", Long.toString(process.pid()))
                    .start()
                    .waitFor();
            return status();
        }

        private int status() throws InterruptedException {
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                throw new AssertionError("The server did not stop");
            }
            return process.exitValue();
        }

        /** Ends the process as a power cut would. */
        void kill() throws InterruptedException {
            process.destroyForcibly().waitFor();
        }

        /** What it held is free when this returns. */
        @Override
        public void close() {
            process.destroyForcibly().onExit().join();
            try {
                Written.text(log());
            } catch (IOException fault) {
                throw new UncheckedIOException(fault);
            }
        }
    }
}
