package dev.yorozu.server.directory;

import dev.yorozu.account.Directory;
import dev.yorozu.server.boot.StandardSettings;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.config.SettingsReader;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.Map;

/** Directories for tests. */
public final class Directories {
    private Directories() {}

    public static Settings settings(Map<String, String> environment) {
        return new SettingsReader(StandardSettings.schema())
                .environment(environment)
                .withoutFile()
                .read();
    }

    public static Settings embedded(Path data) {
        return settings(Map.of("YOROZU_DATA", data.toString()));
    }

    public static Settings postgres(String database) {
        return settings(Map.of(
                "YOROZU_DIRECTORY_URL", PostgresProcess.shared().url(database),
                "YOROZU_DIRECTORY_USER", PostgresProcess.USER,
                "YOROZU_DIRECTORY_PASSWORD", PostgresProcess.PASSWORD));
    }

    static Directory open(Settings settings, InstantSource clock) {
        return DirectoryOpener.open(settings, clock);
    }

    /** Makes an empty database on the shared server. */
    public static void createDatabase(String name) {
        try (var connection = DriverManager.getConnection(
                        "jdbc:" + PostgresProcess.shared().url("postgres"),
                        PostgresProcess.USER,
                        PostgresProcess.PASSWORD);
                var statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE " + name);
        } catch (SQLException e) {
            throw new IllegalStateException("Cannot make a database", e);
        }
    }
}
