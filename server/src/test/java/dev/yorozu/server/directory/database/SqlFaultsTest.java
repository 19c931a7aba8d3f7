package dev.yorozu.server.directory.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.yorozu.account.DirectoryException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqlFaultsTest {
    private static final String SECRET = "hanako-secret";

    @Test
    void aFaultOfTheDatabaseRepeatsNoValueAndHasNoCause(@TempDir Path data) {
        DirectoryUrl.Embedded url = new DirectoryUrl.Embedded(data.resolve("directory"));
        Embedding.prepare(url);
        Duration timeout = Duration.ofSeconds(5);
        PoolSettings pool = new PoolSettings(Embedding.jdbc(url, timeout), "yorozu", "", 2, timeout);
        Database database = Database.open(url, pool);
        try {
            Migrations.apply(url, pool, database.source());
            assertSaysNothing(catchThrowable(() ->
                    database.change(handle -> handle.createUpdate("INSERT INTO roles (name) VALUES (:name), (:name)")
                            .bind("name", SECRET)
                            .execute())));
            assertSaysNothing(catchThrowable(
                    () -> database.change(handle -> handle.createUpdate("INSERT INTO roles (name) VALUES (:name)")
                            .bind("name", SECRET.repeat(100))
                            .execute())));
        } finally {
            database.close();
        }
        assertSaysNothing(catchThrowable(() -> database.read(handle -> handle.execute("SELECT '" + SECRET + "'"))));
    }

    private static void assertSaysNothing(Throwable fault) {
        assertThat(fault).isInstanceOf(DirectoryException.class).hasNoCause().hasNoSuppressedExceptions();
        assertThat(fault).hasMessageNotContaining(SECRET).hasMessageStartingWith("The directory of accounts cannot");
    }
}
