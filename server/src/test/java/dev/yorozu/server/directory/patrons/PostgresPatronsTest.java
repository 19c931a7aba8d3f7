package dev.yorozu.server.directory.patrons;

import dev.yorozu.secret.RandomTokens;
import dev.yorozu.server.directory.Directories;
import org.junit.jupiter.api.BeforeAll;

class PostgresPatronsTest extends SqlPatronsContract {
    private final String name = "d" + RandomTokens.secure().hex(4);

    @BeforeAll
    void open() {
        Directories.createDatabase(name);
        open(Directories.postgres(name));
    }
}
