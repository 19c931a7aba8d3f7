package dev.yorozu.server.directory;

import dev.yorozu.account.AccountCopies;
import dev.yorozu.account.Directory;
import dev.yorozu.membership.Patrons;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.config.StartException;
import dev.yorozu.server.config.StoreSettings;
import dev.yorozu.server.directory.database.Database;
import dev.yorozu.server.directory.database.DirectoryUrl;
import dev.yorozu.server.directory.database.Embedding;
import dev.yorozu.server.directory.database.Migrations;
import dev.yorozu.server.directory.database.PoolSettings;
import dev.yorozu.server.directory.patrons.SqlPatrons;
import java.nio.file.Files;
import java.time.Duration;
import java.time.InstantSource;

/** Opens the database that the settings name, and brings its tables up to date. */
public final class DirectoryOpener {
    private DirectoryOpener() {}

    /** Throws {@link StartException} with one sentence when the directory cannot be opened as it is. */
    public static Directory open(Settings settings, InstantSource clock) {
        return open(settings, AccountCopies.NONE, clock);
    }

    /** As {@link #open(Settings, InstantSource)}, with copies of accounts kept beside it. */
    public static Directory open(Settings settings, AccountCopies copies, InstantSource clock) {
        return new SqlDirectory(database(settings), copies, clock);
    }

    /**
     * The patrons of the same database, for who needs nothing else of it: an embedded one can be opened once only.
     * Throws {@link StartException} with one sentence when it cannot be opened as it is.
     */
    public static Patrons patrons(Settings settings, InstantSource clock) {
        Database database = database(settings);
        return new SqlPatrons(database, clock, database::close);
    }

    public static Database database(Settings settings) {
        DirectoryUrl url = url(settings);
        if (url instanceof DirectoryUrl.Embedded embedded) {
            Embedding.prepare(embedded);
        }
        PoolSettings pool = pool(settings, url);
        Database database = Database.open(url, pool);
        try {
            Migrations.apply(url, pool, database.source());
            return database;
        } catch (RuntimeException failed) {
            database.close();
            throw failed;
        }
    }

    /** Whether there is something to open: an embedded directory is made by the first that opens it. */
    public static boolean exists(Settings settings) {
        return switch (url(settings)) {
            case DirectoryUrl.Embedded embedded -> Files.exists(Embedding.file(embedded));
            case DirectoryUrl.Postgres postgres -> true;
        };
    }

    private static DirectoryUrl url(Settings settings) {
        try {
            return DirectoryUrl.parse(settings.value(DirectorySettings.URL), settings.value(StoreSettings.DATA));
        } catch (IllegalArgumentException impossible) {
            throw new StartException("Accounts cannot be kept below a directory with a semicolon in its name: choose"
                    + " another with --data or directory.url.");
        }
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
