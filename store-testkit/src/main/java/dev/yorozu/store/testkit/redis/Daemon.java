package dev.yorozu.store.testkit.redis;

import dev.yorozu.store.testkit.Poll;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * A child process with a directory of its own, ready when its output says so.
 *
 * <p>It never outlives the JVM: what is still running at its end is killed, also when a test was aborted.
 */
final class Daemon implements AutoCloseable {
    private static final Set<Daemon> RUNNING = ConcurrentHashMap.newKeySet();

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> RUNNING.forEach(Daemon::close)));
    }

    private final Path directory;
    private final List<String> command;
    private final String readyText;
    private Process process;

    private Daemon(Path directory, List<String> command, String readyText) throws IOException {
        this.directory = directory;
        this.command = List.copyOf(command);
        this.readyText = readyText;
        this.process = launch();
    }

    /** Starts the command in the directory, which it owns from now on, and waits until its output holds the text. */
    static Daemon start(Path directory, List<String> command, String readyText) {
        Daemon daemon;
        try {
            daemon = new Daemon(directory, command, readyText);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot start " + command.getFirst(), e);
        }
        RUNNING.add(daemon);
        try {
            daemon.awaitReady();
        } catch (RuntimeException | Error e) {
            daemon.close();
            throw e;
        }
        return daemon;
    }

    static Path newDirectory(String prefix) {
        try {
            Path parent = Files.createDirectories(Path.of(System.getProperty("java.io.tmpdir")));
            return Files.createTempDirectory(parent, prefix);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot make a directory for a server", e);
        }
    }

    long pid() {
        return process.pid();
    }

    void signal(String name) {
        Shell.run(List.of("sh", "-c", "kill -" + name + " " + process.pid()), "");
    }

    void kill() {
        process.destroyForcibly();
        awaitEnd();
    }

    /** Starts the same command again in the same directory, killing what still runs. */
    void restart() {
        kill();
        try {
            process = launch();
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot start " + command.getFirst() + " again", e);
        }
        awaitReady();
    }

    @Override
    public void close() {
        kill();
        RUNNING.remove(this);
        deleteDirectory();
    }

    private Process launch() throws IOException {
        return new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log().toFile())
                .start();
    }

    private Path log() {
        return directory.resolve("output.log");
    }

    private void awaitReady() {
        Poll.until(command.getFirst() + " is ready", () -> {
            if (output().contains(readyText)) {
                return true;
            }
            if (!process.isAlive()) {
                throw new DidNotStart(command.getFirst() + " ended at its start and said:\n" + output());
            }
            return false;
        });
    }

    private String output() {
        try {
            return Files.readString(log());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void awaitEnd() {
        boolean interrupted = false;
        while (true) {
            try {
                process.waitFor();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void deleteDirectory() {
        try (Stream<Path> paths = Files.walk(directory)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot remove a server's directory", e);
        }
    }

    /** The process ended before it was ready; its last words are the message. */
    static final class DidNotStart extends IllegalStateException {
        private static final long serialVersionUID = 1;

        DidNotStart(String message) {
            super(message);
        }
    }
}
