package dev.yorozu.server.operate;

import dev.yorozu.server.config.StartException;
import dev.yorozu.server.files.OwnerOnly;
import dev.yorozu.server.operate.transport.OperateJson;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;
import tools.jackson.core.JacksonException;

/**
 * The note that a running server leaves in its data directory, so that commands find it.
 *
 * <p>It names the process by its id and the instant of its start, so that a note that outlived its server is not taken for
 * another process that has the same id today.
 *
 * @param url where the server answers on this machine
 * @param store the store URL without its password
 */
public record RunningServer(URI url, String store, long pid, Instant started) {
    private static final String FILE = "server.json";

    /** A note about this process. */
    public static RunningServer here(URI url, String store) {
        ProcessHandle process = ProcessHandle.current();
        return new RunningServer(url, store, process.pid(), started(process));
    }

    /** The server that runs for this data directory; empty when none does, whatever an old note says. */
    public static Optional<RunningServer> find(Path data) {
        try {
            RunningServer server =
                    OperateJson.read(OperateJson.parse(Files.readAllBytes(data.resolve(FILE))), RunningServer.class);
            return Optional.of(server).filter(RunningServer::alive);
        } catch (NoSuchFileException none) {
            return Optional.empty();
        } catch (IOException unreadable) {
            throw new StartException(
                    "The file " + data.resolve(FILE) + " cannot be read: run as the user who runs the server.");
        } catch (JacksonException | IllegalArgumentException | DateTimeException damaged) {
            return Optional.empty();
        }
    }

    /** Leaves the note, in place of any older one. */
    public void write(Path data) {
        Path file = data.resolve(FILE);
        try {
            OwnerOnly.replace(file, (OperateJson.tree(this) + "\n").getBytes(StandardCharsets.UTF_8));
        } catch (IOException unwritable) {
            throw new StartException("The data directory " + data
                    + " cannot be written: give another with --data, or change its permissions.");
        }
    }

    /** Takes the note away, unless another server has left its own by now. */
    public void remove(Path data) {
        if (find(data).filter(this::equals).isEmpty()) {
            return;
        }
        try {
            Files.deleteIfExists(data.resolve(FILE));
        } catch (IOException left) {
            // A note that stays is found to be old by the next who reads it.
            return;
        }
    }

    private boolean alive() {
        return ProcessHandle.of(pid)
                .filter(ProcessHandle::isAlive)
                .filter(process -> started(process).equals(started))
                .isPresent();
    }

    /** The start as the system tells it; the same fixed instant where it does not tell. */
    private static Instant started(ProcessHandle process) {
        return process.info().startInstant().orElse(Instant.EPOCH);
    }
}
