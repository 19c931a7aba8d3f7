package dev.yorozu.server.operate.backup.format;

import dev.yorozu.store.Bytes;
import dev.yorozu.store.Key;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.databind.node.ArrayNode;

/**
 * One line of a backup. A backup is a header, then keys, each followed by what did not fit its line, then tables, each
 * followed by its rows, then files, then the end.
 */
public sealed interface Line {
    /** The first line: says what the file is and where it came from. */
    record Header(int version, Manifest manifest) implements Line {}

    /**
     * A key, and its value or the first part of it.
     *
     * @param key with the partition that the source knew; its own partition where the source knew names only
     * @param ends when the key ends by itself
     */
    record Start(Key key, Optional<Instant> ends, Part part) implements Line {}

    /** More elements of the key before. */
    record More(Part part) implements Line {}

    /** A table of the directory; its rows follow. */
    record Table(String name, List<Column> columns) implements Line {
        public Table {
            columns = List.copyOf(columns);
        }
    }

    /** A column and what it holds. */
    record Column(String name, ColumnType type) {}

    /** What a column holds, whatever a database calls it; any may be null besides. */
    enum ColumnType {
        NUMBER,
        TEXT,
        BOOLEAN,
        UUID,
        /** A moment in UTC, as ISO 8601 writes it. */
        INSTANT;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** One row of the table before: a value for each of its columns, in their order. */
    record Row(ArrayNode values) implements Line {}

    /** A key file, by its name in the data directory. */
    record KeyFile(String name, Bytes content) implements Line {}

    /** The last line: how much there is, and the checksum of all bytes before this line. */
    record End(long keys, long rows, long files, String sha256) implements Line {
        /** In place of a number that a file of version 1 does not have. */
        static final long UNTOLD = -1;
    }
}
