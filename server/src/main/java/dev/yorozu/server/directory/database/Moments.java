package dev.yorozu.server.directory.database;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.jdbi.v3.core.argument.Argument;

/** Instants in columns with a time zone, to the millisecond; no clock of this machine's zone comes between. */
public final class Moments {
    private Moments() {}

    public static Argument of(Instant instant) {
        OffsetDateTime moment = instant.truncatedTo(ChronoUnit.MILLIS).atOffset(ZoneOffset.UTC);
        return (position, statement, context) -> statement.setObject(position, moment);
    }

    public static Argument of(Optional<Instant> instant) {
        return instant.map(Moments::of)
                .orElse((position, statement, context) -> statement.setNull(position, Types.TIMESTAMP_WITH_TIMEZONE));
    }

    /** @param column the number of the column, counted from one */
    public static Instant read(ResultSet row, int column) throws SQLException {
        return row.getObject(column, OffsetDateTime.class).toInstant();
    }

    public static Instant read(ResultSet row, String column) throws SQLException {
        return row.getObject(column, OffsetDateTime.class).toInstant();
    }
}
