package dev.yorozu.server.directory;

import dev.yorozu.account.AccountCopies;
import dev.yorozu.server.directory.database.Database;
import dev.yorozu.server.directory.database.SqlFaults;
import dev.yorozu.server.operate.backup.format.DamagedBackup;
import dev.yorozu.server.operate.backup.format.Line;
import dev.yorozu.server.operate.backup.format.Summary;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * All tables of a directory as rows, for backups: written by one kind of database and read by any other.
 *
 * <p>Tables are named here and not asked for, because a database may be shared with other programs; their columns are what
 * the database says.
 */
public final class DirectoryTables {
    /** A table comes behind those that its rows refer to. */
    static final List<String> TABLES = List.of(
            "accounts",
            "roles",
            "account_roles",
            "devices",
            "past_events",
            "account_profiles",
            "profiles",
            "usage_events",
            "token_usage",
            "bonus_tokens",
            "pledge_events",
            "crash_reports");

    /** Made with the tables, so that a new directory has rows here too. */
    private static final String ROLES = "roles";

    private static final int BATCH = 100;

    private final Database database;
    private final AccountCopies copies;

    DirectoryTables(Database database, AccountCopies copies) {
        this.database = database;
        this.copies = copies;
    }

    /** Hands all tables and rows over, as they are at one moment. */
    public void export(Consumer<Line> lines) {
        database.readAtOneMoment(handle -> {
            for (String name : TABLES) {
                export(handle.getConnection(), name, lines);
            }
            return true;
        });
    }

    private static void export(Connection connection, String name, Consumer<Line> lines) {
        try (Statement statement = connection.createStatement()) {
            statement.setFetchSize(BATCH);
            try (ResultSet rows = statement.executeQuery("SELECT * FROM " + name)) {
                Line.Table table = new Line.Table(name, columns(rows.getMetaData()));
                lines.accept(table);
                while (rows.next()) {
                    lines.accept(row(rows, table.columns()));
                }
            }
        } catch (SQLException fault) {
            throw SqlFaults.translated(fault);
        }
    }

    /** Whether nobody has put anything in. */
    public boolean isEmpty() {
        return database.read(handle -> TABLES.stream()
                .filter(name -> !name.equals(ROLES))
                .noneMatch(name -> handle.createQuery("SELECT 1 FROM " + name + " LIMIT 1")
                        .mapTo(Integer.class)
                        .findOne()
                        .isPresent()));
    }

    /** Throws {@link DamagedBackup} when these are not tables and columns of this directory. */
    public void requireKnown(List<Summary.TableSummary> tables) {
        database.read(handle -> {
            tables.forEach(each -> requireKnown(handle.getConnection(), each.table()));
            return true;
        });
    }

    /**
     * Begins to replace all that is here by the rows of a backup, which is kept only when the result is committed.
     *
     * <p>Numbers that the database gives to new rows are set first, beyond all that there are and will be: in one of the
     * databases that is no part of a transaction, and by itself it does no harm.
     *
     * @param tables known here
     */
    public Loading load(List<Summary.TableSummary> tables) {
        database.read(handle -> {
            tables.forEach(each -> raiseIdentity(handle, each));
            return true;
        });
        Handle handle = database.begin();
        try {
            TABLES.reversed()
                    .forEach(name -> handle.createUpdate("DELETE FROM " + name)
                            .setQueryTimeout(0)
                            .execute());
            return new Loading(handle, database, copies);
        } catch (RuntimeException fault) {
            handle.rollback().close();
            throw SqlFaults.translated(fault);
        }
    }

    private static void requireKnown(Connection connection, Line.Table table) {
        if (!TABLES.contains(table.name()) || !columns(connection, table.name()).containsAll(table.columns())) {
            throw new DamagedBackup("The backup has a table " + table.name() + " that is not as this Yorozu knows it:"
                    + " restore it with the Yorozu that made it, or a newer one");
        }
    }

    private static void raiseIdentity(Handle handle, Summary.TableSummary each) {
        boolean numbered = each.table().columns().contains(new Line.Column("id", Line.ColumnType.NUMBER));
        if (numbered) {
            long here = handle.createQuery(
                            "SELECT COALESCE(MAX(id), 0) FROM " + each.table().name())
                    .mapTo(Long.class)
                    .one();
            handle.execute("ALTER TABLE " + each.table().name() + " ALTER COLUMN id RESTART WITH "
                    + (Math.max(here, each.greatestId()) + 1));
        }
    }

    /** Rows that come from elsewhere, all kept or none. Closing it undoes what was not committed. Used by one thread. */
    public static final class Loading implements AutoCloseable {
        private final Handle handle;
        private final Database database;
        private final AccountCopies copies;
        private List<Line.Column> columns = List.of();
        private @Nullable PreparedStatement insert;
        private int waiting;

        private Loading(Handle handle, Database database, AccountCopies copies) {
            this.handle = handle;
            this.database = database;
            this.copies = copies;
        }

        /** Goes on with the rows of this table. */
        public void begin(Line.Table table) {
            flush();
            columns = table.columns();
            String names = columns.stream().map(Line.Column::name).collect(Collectors.joining(", "));
            String values = columns.stream().map(column -> "?").collect(Collectors.joining(", "));
            try {
                insert = handle.getConnection()
                        .prepareStatement("INSERT INTO " + table.name() + " (" + names + ") VALUES (" + values + ")");
            } catch (SQLException fault) {
                throw SqlFaults.translated(fault);
            }
        }

        public void add(Line.Row row) {
            PreparedStatement statement = insert;
            if (statement == null) {
                throw new IllegalStateException("A row comes behind its table");
            }
            try {
                for (int i = 0; i < columns.size(); i++) {
                    bind(statement, i + 1, columns.get(i).type(), row.values().get(i));
                }
                statement.addBatch();
                waiting++;
                if (waiting == BATCH) {
                    statement.executeBatch();
                    waiting = 0;
                }
            } catch (SQLException fault) {
                throw SqlFaults.translated(fault);
            }
        }

        private void flush() {
            try (PreparedStatement statement = insert) {
                if (statement != null && waiting > 0) {
                    statement.executeBatch();
                }
                waiting = 0;
                insert = null;
            } catch (SQLException fault) {
                throw SqlFaults.translated(fault);
            }
        }

        /** Keeps all rows. */
        public void commit() {
            flush();
            database.commitForGood(handle);
            copies.forgetAll();
        }

        @Override
        public void close() {
            if (!handle.isClosed()) {
                if (handle.isInTransaction()) {
                    handle.rollback();
                }
                handle.close();
            }
        }
    }

    private static void bind(PreparedStatement statement, int at, Line.ColumnType type, JsonNode value)
            throws SQLException {
        if (value.isNull()) {
            statement.setNull(at, Types.NULL);
            return;
        }
        switch (type) {
            case NUMBER -> statement.setLong(at, value.longValue());
            case TEXT -> statement.setString(at, value.stringValue());
            case BOOLEAN -> statement.setBoolean(at, value.booleanValue());
            case UUID -> statement.setObject(at, UUID.fromString(value.stringValue()));
            case INSTANT ->
                statement.setObject(at, Instant.parse(value.stringValue()).atOffset(ZoneOffset.UTC));
        }
    }

    private static Line.Row row(ResultSet rows, List<Line.Column> columns) throws SQLException {
        ArrayNode values = JsonNodeFactory.instance.arrayNode(columns.size());
        for (int i = 0; i < columns.size(); i++) {
            values.add(value(rows, i + 1, columns.get(i).type()));
        }
        return new Line.Row(values);
    }

    private static JsonNode value(ResultSet rows, int at, Line.ColumnType type) throws SQLException {
        JsonNodeFactory nodes = JsonNodeFactory.instance;
        if (rows.getObject(at) == null) {
            return nodes.nullNode();
        }
        return switch (type) {
            case NUMBER -> nodes.numberNode(rows.getLong(at));
            case BOOLEAN -> nodes.booleanNode(rows.getBoolean(at));
            case TEXT -> nodes.stringNode(rows.getString(at));
            case UUID -> nodes.stringNode(rows.getObject(at, UUID.class).toString());
            case INSTANT ->
                nodes.stringNode(
                        rows.getObject(at, OffsetDateTime.class).toInstant().toString());
        };
    }

    private static List<Line.Column> columns(Connection connection, String table) {
        try (Statement statement = connection.createStatement();
                ResultSet none = statement.executeQuery("SELECT * FROM " + table + " WHERE 1 = 0")) {
            return columns(none.getMetaData());
        } catch (SQLException fault) {
            throw SqlFaults.translated(fault);
        }
    }

    private static List<Line.Column> columns(ResultSetMetaData described) throws SQLException {
        List<Line.Column> columns = new ArrayList<>();
        for (int i = 1; i <= described.getColumnCount(); i++) {
            columns.add(new Line.Column(
                    described.getColumnName(i).toLowerCase(Locale.ROOT), type(described.getColumnTypeName(i))));
        }
        return columns;
    }

    /** What the two databases call the same thing. */
    private static Line.ColumnType type(String name) {
        return switch (name.toLowerCase(Locale.ROOT).replaceFirst("[( ].*", "")) {
            case "bigint", "int8", "integer", "int4", "smallint", "int2", "bigserial", "serial" ->
                Line.ColumnType.NUMBER;
            case "boolean", "bool" -> Line.ColumnType.BOOLEAN;
            case "character", "varchar", "text", "bpchar" -> Line.ColumnType.TEXT;
            case "uuid" -> Line.ColumnType.UUID;
            case "timestamp", "timestamptz" -> Line.ColumnType.INSTANT;
            default -> throw new IllegalStateException("No backup knows columns of the type " + name);
        };
    }
}
