package dev.yorozu.server.supabase;

import dev.yorozu.account.DirectoryException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** A JSON object that a project answered. A column that is not as it should be is a fault. */
record Row(JsonNode columns) {
    static Row of(JsonNode answer) {
        if (!answer.isObject()) {
            throw malformed();
        }
        return new Row(answer);
    }

    String text(String column) {
        return find(column).orElseThrow(Row::malformed);
    }

    /** Empty when the column is null. */
    Optional<String> find(String column) {
        JsonNode value = columns.path(column);
        if (!value.isString() && !value.isNull()) {
            throw malformed();
        }
        return value.isNull() ? Optional.empty() : Optional.of(value.stringValue());
    }

    long number(String column) {
        JsonNode value = columns.path(column);
        if (!value.isIntegralNumber() || !value.canConvertToLong()) {
            throw malformed();
        }
        return value.longValue();
    }

    Instant moment(String column) {
        return findMoment(column).orElseThrow(Row::malformed);
    }

    /** Empty when the column is null. */
    Optional<Instant> findMoment(String column) {
        try {
            return find(column).map(text -> OffsetDateTime.parse(text).toInstant());
        } catch (DateTimeException notAMoment) {
            throw malformed();
        }
    }

    static DirectoryException malformed() {
        return new DirectoryException(
                "Supabase answers otherwise than expected: check systems.patreon.supabase.url, and"
                        + " the tables against docs/supabase.sql");
    }

    /** Shows nothing of its values. */
    @Override
    public String toString() {
        return "Row[" + columns.size() + "]";
    }
}
