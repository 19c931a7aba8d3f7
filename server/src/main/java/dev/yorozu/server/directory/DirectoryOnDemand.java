package dev.yorozu.server.directory;

import dev.yorozu.account.AccountCopies;
import dev.yorozu.account.Directory;
import dev.yorozu.membership.Patrons;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.config.StartException;
import dev.yorozu.server.directory.database.Database;
import dev.yorozu.server.directory.patrons.SqlPatrons;
import dev.yorozu.server.directory.patrons.UsageRows;
import dev.yorozu.server.http.health.Health;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The directory that the settings name, opened when somebody first needs it, so that a server without accounts has no
 * database for them. Accounts and patrons share one database, which is closed here.
 */
public final class DirectoryOnDemand implements Supplier<Directory>, AutoCloseable {
    private final Settings settings;
    private final InstantSource clock;
    private AccountCopies copies = AccountCopies.NONE;
    private @Nullable Database database;
    private @Nullable Directory directory;
    private @Nullable Patrons patrons;

    public DirectoryOnDemand(Settings settings, InstantSource clock) {
        this.settings = settings;
        this.clock = clock;
    }

    /** Has every change of an account from now on made without these copies. */
    public synchronized void keepBeside(AccountCopies kept) {
        copies = kept;
        directory = null;
    }

    /** Throws {@code StartException} when it cannot be opened. */
    @Override
    public synchronized Directory get() {
        if (directory == null) {
            directory = new SqlDirectory(database(), copies, clock);
        }
        return directory;
    }

    /**
     * Begins to open it, for a start that has other work meanwhile; who asks for it then waits until it is open. What goes
     * wrong here goes wrong again, and is said, when it is asked for.
     */
    public void prepare() {
        Thread.ofPlatform().name("yorozu-directory").daemon().start(() -> {
            try {
                get();
            } catch (StartException saidToWhoAsks) {
                return;
            }
        });
    }

    /** The directory if there is one; none is made. */
    public synchronized Optional<Directory> find() {
        return database != null || DirectoryOpener.exists(settings) ? Optional.of(get()) : Optional.empty();
    }

    /** How the directory is; empty while nobody has needed it. */
    public synchronized Optional<Health> health() {
        return database == null ? Optional.empty() : Optional.of(DirectoryHealth.of(get(), settings, clock));
    }

    /** All of its tables; made where there are none yet. Throws as {@link #get} does. */
    public synchronized DirectoryTables tables() {
        return new DirectoryTables(database(), copies);
    }

    /** All of its tables if there are some; none are made. */
    public synchronized Optional<DirectoryTables> findTables() {
        return database != null || DirectoryOpener.exists(settings) ? Optional.of(tables()) : Optional.empty();
    }

    /** The patrons in the same database; closing them leaves it open. Throws as {@link #get} does. */
    public synchronized Patrons patrons() {
        if (patrons == null) {
            patrons = new SqlPatrons(database(), clock, () -> {});
        }
        return patrons;
    }

    /** Gives a profile of these patrons so many tokens beyond its plan, until this time. */
    public synchronized void grantBonus(String profile, long tokens, Instant end) {
        database().changeForGood(handle -> new UsageRows(handle, profile).grant(tokens, end));
    }

    private Database database() {
        if (database == null) {
            database = DirectoryOpener.database(settings);
        }
        return database;
    }

    @Override
    public synchronized void close() {
        if (database != null) {
            database.close();
        }
    }
}
