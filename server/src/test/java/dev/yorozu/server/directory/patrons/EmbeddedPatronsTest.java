package dev.yorozu.server.directory.patrons;

import dev.yorozu.server.directory.Directories;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedPatronsTest extends SqlPatronsContract {
    @BeforeAll
    void open(@TempDir Path data) {
        open(Directories.embedded(data));
    }
}
