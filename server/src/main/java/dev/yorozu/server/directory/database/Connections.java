package dev.yorozu.server.directory.database;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.pool.HikariPool;
import dev.yorozu.account.DirectoryException;
import dev.yorozu.server.config.StartException;
import dev.yorozu.server.directory.checksum.ChecksummedPath;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.statement.SqlStatements;

/*
 * A database server mends itself, and its connections are made anew by the pool. The embedded database gives itself up after a
 * write that failed, as on a full disk, and answers nothing more until it is opened anew. Whoever comes next opens it, at most
 * once a second and not before its directory takes writes; everybody else is told that it cannot be reached. What had been
 * acknowledged was synced before, so opening finds it.
 *
 * A file that is damaged is not opened anew: it would be damaged still, and what it answers meanwhile could be wrong.
 */

/** The connections to a database, made anew where the database has given itself up. Safe for use by many threads. */
final class Connections implements AutoCloseable {
    /** Held here, because a logger that nobody holds forgets its level. */
    private static final Logger POOL = Logger.getLogger("com.zaxxer.hikari");

    private static final long RETRY_NANOS = Duration.ofSeconds(1).toNanos();

    private final DirectoryUrl url;
    private final PoolSettings settings;
    private final ReentrantLock opening = new ReentrantLock();
    private volatile Pool pool;
    private volatile boolean givenUp;
    private volatile boolean closed;
    private long lastTry;

    private record Pool(HikariDataSource source, Jdbi jdbi) {
        static Pool open(DirectoryUrl url, PoolSettings settings) {
            embeddedFile(url).ifPresent(ChecksummedPath::forget);
            try {
                HikariDataSource source = new HikariDataSource(settings.config());
                Jdbi jdbi = Jdbi.create(source);
                if (!(url instanceof DirectoryUrl.Embedded)) {
                    jdbi.getConfig(SqlStatements.class).setQueryTimeout((int)
                            Math.max(1, settings.timeout().toSeconds()));
                }
                return new Pool(source, jdbi);
            } catch (HikariPool.PoolInitializationException | IllegalArgumentException failed) {
                throw new StartException(damage(url).orElseGet(() -> SqlFaults.cannotOpen(url, failed)));
            }
        }
    }

    private Connections(DirectoryUrl url, PoolSettings settings, Pool pool) {
        this.url = url;
        this.settings = settings;
        this.pool = pool;
    }

    /** Throws {@link StartException} when the database cannot be opened as it is. */
    static Connections open(DirectoryUrl url, PoolSettings settings) {
        POOL.setLevel(Level.SEVERE);
        return new Connections(url, settings, Pool.open(url, settings));
    }

    boolean embedded() {
        return url instanceof DirectoryUrl.Embedded;
    }

    DataSource source() {
        return pool.source();
    }

    /** The way to the database; throws when it has given itself up and cannot be opened anew yet. */
    Jdbi jdbi() {
        return usable().jdbi();
    }

    /** A connection of the pool; throws as {@link #jdbi} does, and when none is to be had. */
    Connection connection() {
        try {
            return usable().source().getConnection();
        } catch (SQLException fault) {
            throw translated(fault);
        }
    }

    /** How long a statement may take, in seconds; 0 where each connection knows it. */
    int statementSeconds() {
        return statementSeconds(url, settings);
    }

    private static int statementSeconds(DirectoryUrl url, PoolSettings settings) {
        return url instanceof DirectoryUrl.Embedded
                ? 0
                : (int) Math.max(1, settings.timeout().toSeconds());
    }

    private Pool usable() {
        damage(url).ifPresent(sentence -> {
            throw new DirectoryException.Damaged(sentence);
        });
        if (givenUp && !reopen()) {
            throw new DirectoryException("The directory of accounts cannot be reached now");
        }
        return pool;
    }

    /** What a fault means for the caller; remembers where it means that the database has given itself up. */
    DirectoryException translated(Throwable fault) {
        if (embedded() && SqlFaults.gaveItselfUp(fault)) {
            givenUp = true;
        }
        return damage(url)
                .<DirectoryException>map(DirectoryException.Damaged::new)
                .orElseGet(() -> SqlFaults.translated(fault));
    }

    private boolean reopen() {
        if (!opening.tryLock()) {
            return false;
        }
        try {
            long now = System.nanoTime();
            if (!givenUp) {
                return true;
            }
            if (closed || now - lastTry < RETRY_NANOS || !takesWrites()) {
                return false;
            }
            lastTry = now;
            pool.source().close();
            pool = Pool.open(url, settings);
            givenUp = false;
            return true;
        } catch (StartException notYet) {
            return false;
        } finally {
            opening.unlock();
        }
    }

    private boolean takesWrites() {
        return !(url instanceof DirectoryUrl.Embedded embedded) || Embedding.takesWrites(embedded);
    }

    private static Optional<Path> embeddedFile(DirectoryUrl url) {
        return url instanceof DirectoryUrl.Embedded embedded ? Optional.of(Embedding.file(embedded)) : Optional.empty();
    }

    private static Optional<String> damage(DirectoryUrl url) {
        return embeddedFile(url)
                .flatMap(file -> ChecksummedPath.damage(file).map(what -> SqlFaults.damaged(file, what)));
    }

    @Override
    public void close() {
        opening.lock();
        try {
            closed = true;
            pool.source().close();
        } finally {
            opening.unlock();
        }
    }
}
