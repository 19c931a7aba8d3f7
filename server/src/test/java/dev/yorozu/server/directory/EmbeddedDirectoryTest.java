package dev.yorozu.server.directory;

import dev.yorozu.account.Directory;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EmbeddedDirectoryTest extends BelongingsContract {
    @SuppressWarnings("NullAway.Init") // Set before the first test.
    private Directory directory;

    @BeforeAll
    void open(@TempDir Path data) {
        directory = Directories.open(Directories.embedded(data), clock);
    }

    @AfterAll
    void close() {
        directory.close();
    }

    @Override
    Directory directory() {
        return directory;
    }
}
