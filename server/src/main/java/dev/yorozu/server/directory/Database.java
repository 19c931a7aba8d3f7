package dev.yorozu.server.directory;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.pool.HikariPool;
import dev.yorozu.account.DirectoryException;
import dev.yorozu.server.StartException;
import java.util.function.Function;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jdbi.v3.core.ConnectionException;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.JdbiException;
import org.jdbi.v3.core.statement.SqlStatements;

/** Connections to a database, and transactions on them. Faults come out as {@link DirectoryException} and say no value. */
final class Database implements AutoCloseable {
    /** Held here, because a logger that nobody holds forgets its level. */
    private static final Logger POOL = Logger.getLogger("com.zaxxer.hikari");

    /** How often a transaction is tried that had to give way to another. */
    private static final int MOST_TRIES = 10;

    private final HikariDataSource pool;
    private final Jdbi jdbi;
    private final boolean embedded;

    private Database(HikariDataSource pool, boolean embedded, int timeoutSeconds) {
        this.pool = pool;
        this.embedded = embedded;
        this.jdbi = Jdbi.create(pool);
        jdbi.getConfig(SqlStatements.class).setQueryTimeout(timeoutSeconds);
    }

    static Database open(DirectoryUrl url, PoolSettings settings) {
        POOL.setLevel(Level.SEVERE);
        try {
            return new Database(new HikariDataSource(settings.config()), url instanceof DirectoryUrl.Embedded, (int)
                    Math.max(1, settings.timeout().toSeconds()));
        } catch (HikariPool.PoolInitializationException | IllegalArgumentException failed) {
            throw new StartException(SqlFaults.cannotOpen(url, failed));
        }
    }

    DataSource source() {
        return pool;
    }

    /** Asks something; a second time when the connection turns out to be one that the database has closed. */
    <T> T read(Function<Handle, T> work) {
        try {
            return jdbi.withHandle(work::apply);
        } catch (JdbiException fault) {
            if (fault instanceof ConnectionException || !SqlFaults.brokeOff(fault)) {
                throw SqlFaults.translated(fault);
            }
        }
        try {
            return jdbi.withHandle(work::apply);
        } catch (JdbiException fault) {
            throw SqlFaults.translated(fault);
        }
    }

    /** Changes something, wholly or not at all; work that had to give way to another's is done again. */
    <T> T change(Function<Handle, T> work) {
        for (int tries = 1; ; tries++) {
            try {
                return jdbi.inTransaction(work::apply);
            } catch (JdbiException fault) {
                if (tries == MOST_TRIES || !SqlFaults.gaveWay(fault)) {
                    throw SqlFaults.translated(fault);
                }
            }
        }
    }

    /** As {@link #change}, and on disk when this returns, as with a database server it always is. */
    <T> T changeForGood(Function<Handle, T> work) {
        T result = change(work);
        if (embedded) {
            read(handle -> handle.execute("CHECKPOINT SYNC"));
        }
        return result;
    }

    /** Returns when it answers. */
    void ping() {
        read(handle -> handle.createQuery("SELECT 1").mapTo(Integer.class).one());
    }

    @Override
    public void close() {
        pool.close();
    }
}
