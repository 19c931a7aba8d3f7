package dev.yorozu.server.directory;

import dev.yorozu.account.Directory;
import dev.yorozu.server.StartException;
import dev.yorozu.server.config.Settings;
import java.nio.file.Files;
import java.time.Duration;
import java.time.InstantSource;

/** Opens the directory that the settings name, and brings its tables up to date. */
public final class DirectoryOpener {
    private DirectoryOpener() {}

    /** Throws {@link StartException} with one sentence when the directory cannot be opened as it is. */
    public static Directory open(Settings settings, InstantSource clock) {
        DirectoryUrl url = DirectoryUrl.parse(settings.value(DirectorySettings.URL));
        if (url instanceof DirectoryUrl.Embedded embedded) {
            Embedding.prepare(embedded);
        }
        Database database = Database.open(url, pool(settings, url));
        try {
            Migrations.apply(url, database.source());
            return new SqlDirectory(database, clock);
        } catch (RuntimeException failed) {
            database.close();
            throw failed;
        }
    }

    /** Whether there is something to open: an embedded directory is made by the first that opens it. */
    public static boolean exists(Settings settings) {
        return switch (DirectoryUrl.parse(settings.value(DirectorySettings.URL))) {
            case DirectoryUrl.Embedded embedded -> Files.exists(Embedding.file(embedded));
            case DirectoryUrl.Postgres postgres -> true;
        };
    }

    private static PoolSettings pool(Settings settings, DirectoryUrl url) {
        int size = settings.value(DirectorySettings.POOL_SIZE);
        Duration timeout = settings.value(DirectorySettings.TIMEOUT);
        return switch (url) {
            case DirectoryUrl.Embedded embedded ->
                new PoolSettings(Embedding.jdbc(embedded, timeout), "yorozu", "", size, timeout);
            case DirectoryUrl.Postgres postgres ->
                new PoolSettings(
                        postgres.jdbc(),
                        settings.find(DirectorySettings.USER).orElse(postgres.user()),
                        settings.find(DirectorySettings.PASSWORD).orElse(postgres.password()),
                        size,
                        timeout);
        };
    }
}
