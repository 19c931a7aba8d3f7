package dev.yorozu.server.directory.database;

import dev.yorozu.server.config.StartException;
import java.sql.Connection;
import java.sql.DriverManager;
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

    private Migrations() {}

    public static void apply(DirectoryUrl url, PoolSettings pool, DataSource source) {
        switch (url) {
            case DirectoryUrl.Embedded embedded -> migrate(url, source);
            case DirectoryUrl.Postgres postgres -> migrateInTurn(url, pool, source);
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
                    .table("yorozu_migrations")
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
