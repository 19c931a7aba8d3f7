package dev.yorozu.server.directory;

import dev.yorozu.secret.RandomTokens;
import org.junit.jupiter.api.BeforeAll;

class PostgresPatronsTest extends SqlPatronsContract {
    private final String name = "d" + RandomTokens.secure().hex(4);

    @BeforeAll
    void open() {
        Directories.createDatabase(name);
        open(Directories.postgres(name));
    }
}
