package dev.yorozu.server.operate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunningServerTest {
    private static final URI URL = URI.create("http://127.0.0.1:8080");

    @TempDir
    Path directory;

    @Test
    void aNoteOfALivingProcessIsFoundUntilItIsRemoved() throws IOException {
        RunningServer server = RunningServer.here(URL, "memory:");
        server.write(directory);

        assertThat(RunningServer.find(directory)).contains(server);
        assertThat(Files.getPosixFilePermissions(directory.resolve("server.json")))
                .isEqualTo(PosixFilePermissions.fromString("rw-------"));
        server.remove(directory);
        assertThat(RunningServer.find(directory)).isEmpty();
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void aNoteThatOutlivedItsServerIsNotBelieved() throws IOException {
        RunningServer here = RunningServer.here(URL, "memory:");
        // The same process id, but of a process that began at another time.
        new RunningServer(URL, "memory:", here.pid(), Instant.parse("2001-01-01T00:00:00Z")).write(directory);
        assertThat(RunningServer.find(directory)).isEmpty();

        Files.writeString(directory.resolve("server.json"), "{\"url\"");
        assertThat(RunningServer.find(directory)).isEmpty();
    }

    @Test
    void theNoteOfAnotherServerStays() {
        RunningServer.here(URL, "memory:").write(directory);

        RunningServer.here(URI.create("http://127.0.0.1:9090"), "memory:").remove(directory);

        assertThat(RunningServer.find(directory)).isPresent();
    }
}
