package dev.yorozu.server.directory.database;

import dev.yorozu.server.config.StartException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;

/** Brings the tables to the version of this program, one numbered step after the other, each once and in order. */
public final class Migrations {
    /** Held here, because a logger that nobody holds forgets its level. */
    private static final Logger FLYWAY = Logger.getLogger("org.flywaydb");

    /** Any number that nobody else locks in the same database; these are the letters "yorozu". */
    private static final long TURN = 0x796f726f7a75L;

    /** The number of the last step. */
    static final int LATEST = 2;

    private static final String TABLE = "yorozu_migrations";

    private Migrations() {}

    public static void apply(DirectoryUrl url, PoolSettings pool, DataSource source) {
        if (isCurrent(source)) {
            return;
        }
        switch (url) {
            case DirectoryUrl.Embedded embedded -> migrate(url, source);
            case DirectoryUrl.Postgres postgres -> migrateInTurn(url, pool, source);
        }
    }

    /**
     * Whether all steps were taken and no other: what nearly every start finds. To let Flyway find it out takes a fifth of a
     * start.
     */
    private static boolean isCurrent(DataSource source) {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement();
                ResultSet steps = statement.executeQuery("SELECT version, success FROM " + TABLE)) {
            int latest = 0;
            while (steps.next()) {
                if (!steps.getBoolean("success")) {
                    return false;
                }
                latest = Math.max(latest, steps.getInt("version"));
            }
            return latest == LATEST;
        } catch (SQLException none) {
            return false;
        }
    }

    /**
     * Lets servers that start at once go one after the other: Flyway has a lock of its own, but one in a table that the
     * first of them has yet to make. Closing the connection gives the turn away.
     */
    private static void migrateInTurn(DirectoryUrl url, PoolSettings pool, DataSource source) {
        try (Connection turn = DriverManager.getConnection(pool.jdbc(), pool.user(), pool.password());
                Statement statement = turn.createStatement()) {
            statement.execute("SET lock_timeout = '60s'");
            statement.execute("SELECT pg_advisory_lock(" + TURN + ")");
            migrate(url, source);
        } catch (SQLException fault) {
            throw new StartException(SqlFaults.cannotOpen(url, fault));
        }
    }

    private static void migrate(DirectoryUrl url, DataSource source) {
        FLYWAY.setLevel(Level.SEVERE);
        try {
            Flyway.configure(Migrations.class.getClassLoader())
                    .dataSource(source)
                    .locations("classpath:dev/yorozu/server/directory/migrations")
                    .failOnMissingLocations(true)
                    // Tables of a newer program are left alone, where the default would work on them.
                    .ignoreMigrationPatterns(new String[0])
                    .table(TABLE)
                    .baselineOnMigrate(true)
                    .baselineVersion("0")
                    .load()
                    .migrate();
        } catch (FlywayException failed) {
            throw new StartException("The tables of accounts at " + url
                    + " are not those of this program, or it may not change them: use the newest Yorozu that used them, or"
                    + " a database and user of its own.");
        }
    }
}
