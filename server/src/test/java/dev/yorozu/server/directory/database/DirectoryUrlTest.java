package dev.yorozu.server.directory.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.yorozu.server.config.SettingsException;
import dev.yorozu.server.directory.Directories;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DirectoryUrlTest {
    private static final Path DATA = Path.of("data");

    @Test
    void anEmbeddedDirectoryLiesBesideTheDataOrWhereItIsSaid() {
        assertThat(DirectoryUrl.parse("h2:", DATA)).isEqualTo(new DirectoryUrl.Embedded(DATA.resolve("directory")));
        assertThat(DirectoryUrl.parse("h2:elsewhere", DATA)).isEqualTo(new DirectoryUrl.Embedded(Path.of("elsewhere")));
    }

    @ParameterizedTest
    @CsvSource({
        "postgresql://db/yorozu, jdbc:postgresql://db/yorozu, db, '', ''",
        "postgres://db:5433/yorozu, jdbc:postgresql://db:5433/yorozu, db:5433, '', ''",
        "jdbc:postgresql://db/yorozu?sslmode=require, jdbc:postgresql://db/yorozu?sslmode=require, db, '', ''",
        "postgresql://me@db/yorozu, jdbc:postgresql://db/yorozu, db, me, ''",
        "postgresql://me:p%40s+s@db/yorozu, jdbc:postgresql://db/yorozu, db, me, p@s+s"
    })
    void everyFormOfAPostgresAddressIsTaken(String text, String jdbc, String host, String user, String password) {
        assertThat(DirectoryUrl.parse(text, DATA))
                .isEqualTo(new DirectoryUrl.Postgres(jdbc, host, user, password))
                .asString()
                .isEqualTo("postgresql://" + host);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "mysql://db/yorozu",
                "postgresql://db",
                "postgresql://db/",
                "postgresql:db",
                "postgresql://me@/x",
                "jdbc:h2:mem:x",
                "h2:a;INIT=x",
                "postgresql://d b/x",
                "plain"
            })
    void aWrongAddressStopsTheStartWithOneSentence(String text) {
        assertThatThrownBy(() -> Directories.settings(Map.of("YOROZU_DIRECTORY_URL", text)))
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining("directory.url")
                .hasMessageContaining("h2: or h2:DIR, or a PostgreSQL address");
    }
}
