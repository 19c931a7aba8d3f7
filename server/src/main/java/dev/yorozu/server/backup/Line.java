package dev.yorozu.server.backup;

import dev.yorozu.store.Key;
import java.time.Instant;
import java.util.Optional;

/** One line of a backup. A backup is a header, then keys, each followed by what did not fit its line, then the end. */
sealed interface Line {
    /** The first line: says what the file is and where it came from. */
    record Header(int version, Instant made, String source, boolean pointInTime) implements Line {}

    /**
     * A key, and its value or the first part of it.
     *
     * @param key with the partition that the source knew; its own partition where the source knew names only
     * @param ends when the key ends by itself
     */
    record Start(Key key, Optional<Instant> ends, Part part) implements Line {}

    /** More elements of the key before. */
    record More(Part part) implements Line {}

    /** The last line: how many keys there are, and the checksum of all bytes before this line. */
    record End(long keys, String sha256) implements Line {}
}
