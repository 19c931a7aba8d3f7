package dev.yorozu.server.directory;

import dev.yorozu.server.StartException;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;

/** Brings the tables to the version of this program, one numbered step after the other, each once and in order. */
final class Migrations {
    /** Held here, because a logger that nobody holds forgets its level. */
    private static final Logger FLYWAY = Logger.getLogger("org.flywaydb");

    private Migrations() {}

    static void apply(DirectoryUrl url, DataSource source) {
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
