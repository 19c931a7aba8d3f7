package dev.yorozu.server.directory.patrons;

import dev.yorozu.membership.Patrons;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.directory.DirectoryOpener;
import dev.yorozu.server.directory.database.Database;
import dev.yorozu.server.directory.database.Moments;
import dev.yorozu.server.patrons.EventsContract;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.statement.Update;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;

/** Patrons in SQL, looked at past them through the same database. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class SqlPatronsContract extends EventsContract {
    @SuppressWarnings("NullAway.Init") // Set before the first test.
    private Database database;

    @SuppressWarnings("NullAway.Init") // Set before the first test.
    private Patrons patrons;

    void open(Settings settings) {
        database = DirectoryOpener.database(settings);
        patrons = new SqlPatrons(database, clock, database::close);
    }

    @AfterAll
    void close() {
        patrons.close();
    }

    @Override
    protected Patrons patrons() {
        return patrons;
    }

    @Override
    protected Optional<String> identity(String account) {
        return Optional.empty();
    }

    @Override
    protected void seed(String table, Map<String, Object> row) {
        String names = String.join(", ", row.keySet());
        String values = ":" + String.join(", :", row.keySet());
        database.change(handle -> {
            Update insert = handle.createUpdate("INSERT INTO " + table + " (" + names + ") VALUES (" + values + ")");
            row.forEach((name, value) -> {
                if (value instanceof Instant moment) {
                    insert.bind(name, Moments.of(moment));
                } else {
                    insert.bind(name, value);
                }
            });
            return insert.execute();
        });
    }

    @Override
    protected List<Map<String, String>> rows(String table, String column, String value) {
        Object bound = table.equals("crash_reports") && column.equals("id") ? UUID.fromString(value) : value;
        return database.read(handle -> handle.createQuery("SELECT * FROM " + table + " WHERE " + column + " = :value")
                .bind("value", bound)
                .map((row, context) -> texts(row))
                .list());
    }

    private static Map<String, String> texts(ResultSet row) throws SQLException {
        Map<String, String> texts = new LinkedHashMap<>();
        for (int i = 1; i <= row.getMetaData().getColumnCount(); i++) {
            String text = row.getString(i);
            if (text != null) {
                texts.put(row.getMetaData().getColumnLabel(i), text);
            }
        }
        return texts;
    }
}
