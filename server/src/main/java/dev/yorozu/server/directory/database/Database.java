package dev.yorozu.server.directory.database;

import dev.yorozu.account.DirectoryException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.function.Function;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jdbi.v3.core.ConnectionException;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.JdbiException;
import org.jdbi.v3.core.transaction.TransactionIsolationLevel;

/** Connections to a database, and transactions on them. Faults come out as {@link DirectoryException} and say no value. */
public final class Database implements AutoCloseable {
    /** How often a transaction is tried that had to give way to another. */
    private static final int MOST_TRIES = 10;

    private final Connections connections;

    private Database(Connections connections) {
        this.connections = connections;
    }

    public static Database open(DirectoryUrl url, PoolSettings settings) {
        return new Database(Connections.open(url, settings));
    }

    public DataSource source() {
        return connections.source();
    }

    /** Asks something; a second time when the connection turns out to be one that the database has closed. */
    public <T> T read(Function<Handle, T> work) {
        try {
            return connections.jdbi().withHandle(work::apply);
        } catch (JdbiException fault) {
            if (fault instanceof ConnectionException || !SqlFaults.brokeOff(fault)) {
                throw connections.translated(fault);
            }
        }
        return translating(() -> connections.jdbi().withHandle(work::apply));
    }

    /** What is made of the rows of an answer. */
    @FunctionalInterface
    public interface Rows<T> {
        T read(ResultSet rows) throws SQLException;
    }

    /**
     * As {@link #read}, by one statement with one value and plain JDBC: what the library does for each statement takes longer
     * than the database does to find a row, and refreshes ask so each time.
     */
    public <T> T look(String sql, Object value, Rows<T> rows) {
        try {
            return lookOnce(sql, value, rows);
        } catch (SQLException fault) {
            if (!SqlFaults.brokeOff(fault)) {
                throw connections.translated(fault);
            }
        }
        try {
            return lookOnce(sql, value, rows);
        } catch (SQLException fault) {
            throw connections.translated(fault);
        }
    }

    private <T> T lookOnce(String sql, Object value, Rows<T> rows) throws SQLException {
        try (Connection connection = connections.connection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            if (connections.statementSeconds() > 0) {
                statement.setQueryTimeout(connections.statementSeconds());
            }
            statement.setObject(1, value);
            try (ResultSet found = statement.executeQuery()) {
                return rows.read(found);
            }
        }
    }

    /** Asks much, all of it as it is at one moment, however long the answers take. */
    public <T> T readAtOneMoment(Function<Handle, T> work) {
        return translating(
                () -> connections.jdbi().inTransaction(TransactionIsolationLevel.REPEATABLE_READ, work::apply));
    }

    /** Begins a change whose parts come from elsewhere; it is undone unless it gets to {@link #commitForGood}. */
    public Handle begin() {
        return translating(() -> connections.jdbi().open().begin());
    }

    private <T> T translating(Supplier<T> work) {
        try {
            return work.get();
        } catch (JdbiException fault) {
            throw connections.translated(fault);
        }
    }

    /** Keeps what was changed, on disk when this returns. */
    public void commitForGood(Handle begun) {
        try (begun) {
            begun.commit();
        } catch (JdbiException fault) {
            throw connections.translated(fault);
        }
        sync();
    }

    /** Changes something, wholly or not at all; work that had to give way to another's is done again. */
    public <T> T change(Function<Handle, T> work) {
        for (int tries = 1; ; tries++) {
            try {
                return connections.jdbi().inTransaction(work::apply);
            } catch (JdbiException fault) {
                if (tries == MOST_TRIES || !SqlFaults.gaveWay(fault)) {
                    throw connections.translated(fault);
                }
            }
        }
    }

    /** As {@link #change}, and on disk when this returns, as with a database server it always is. */
    public <T> T changeForGood(Function<Handle, T> work) {
        T result = change(work);
        sync();
        return result;
    }

    private void sync() {
        if (connections.embedded()) {
            read(handle -> handle.execute("CHECKPOINT SYNC"));
        }
    }

    /** Returns when it answers. */
    public void ping() {
        read(handle -> handle.createQuery("SELECT 1").mapTo(Integer.class).one());
    }

    @Override
    public void close() {
        connections.close();
    }
}
