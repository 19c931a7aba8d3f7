package dev.yorozu.server.directory.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.yorozu.server.config.StartException;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MigrationsTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    @Test
    void theLatestStepIsTheLastThatThereIs() throws IOException, URISyntaxException {
        Path first = Path.of(Objects.requireNonNull(Migrations.class.getResource("../migrations/V1__accounts.sql"))
                .toURI());
        try (Stream<Path> steps = Files.list(first.getParent())) {
            assertThat(steps.mapToInt(MigrationsTest::number).max()).hasValue(Migrations.LATEST);
        }
    }

    private static int number(Path step) {
        return Integer.parseInt(step.getFileName().toString().replaceFirst("V(\\d+)__.*", "$1"));
    }

    @Test
    void tablesThatAreCurrentAreLeftAlone(@TempDir Path data) {
        try (Database database = open(data)) {
            apply(data, database);
            database.changeForGood(handle -> handle.execute("DROP TABLE devices CASCADE"));
            apply(data, database);
            assertThat(tables(database)).contains("accounts").doesNotContain("devices");
        }
    }

    @Test
    void tablesOfANewerProgramAndStepsThatFailedAreNotCurrent(@TempDir Path data) {
        try (Database database = open(data)) {
            apply(data, database);
            note(database, Migrations.LATEST, false);
            assertThatThrownBy(() -> apply(data, database)).isInstanceOf(StartException.class);
            note(database, Migrations.LATEST, true);
            apply(data, database);
            note(database, Migrations.LATEST + 1, true);
            assertThatThrownBy(() -> apply(data, database)).isInstanceOf(StartException.class);
        }
    }

    /** Lets the last step that was taken be this one. */
    private static void note(Database database, int version, boolean success) {
        database.changeForGood(handle -> handle.execute(
                "UPDATE yorozu_migrations SET version = ?, success = ? WHERE installed_rank ="
                        + " (SELECT MAX(installed_rank) FROM yorozu_migrations)",
                Integer.toString(version),
                success));
    }

    private static List<String> tables(Database database) {
        return database.read(handle -> handle.createQuery(
                        "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'")
                .mapTo(String.class)
                .list());
    }

    private static Database open(Path data) {
        DirectoryUrl.Embedded url = url(data);
        Embedding.prepare(url);
        return Database.open(url, pool(url));
    }

    private static void apply(Path data, Database database) {
        Migrations.apply(url(data), pool(url(data)), database.source());
    }

    private static DirectoryUrl.Embedded url(Path data) {
        return new DirectoryUrl.Embedded(data.resolve("directory"));
    }

    private static PoolSettings pool(DirectoryUrl.Embedded url) {
        return new PoolSettings(Embedding.jdbc(url, TIMEOUT), "yorozu", "", 2, TIMEOUT);
    }
}
