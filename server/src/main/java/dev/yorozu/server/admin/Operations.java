package dev.yorozu.server.admin;

import dev.yorozu.server.backup.Progress;
import dev.yorozu.server.backup.Restored;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What an operator can ask of a store, whether it is opened here or served elsewhere: the answers are the same.
 *
 * <p>Names and values that the keyspace declares secret come out redacted unless they are asked for revealed. Walks hold
 * no more than a page of keys in memory.
 */
public interface Operations extends AutoCloseable {
    /** Counts keys, bytes and lives for each declared pattern, in one walk. */
    Statistics statistics(Progress progress);

    /** What is known of a key; empty when there is none of this name. */
    Optional<Entry> entry(String name, View view);

    /** One page of the keys that begin with a prefix; the cursor is empty at first. */
    Listing list(String prefix, String cursor, int limit, boolean reveal);

    /** How many keys begin with a prefix. */
    long count(String prefix, Progress progress);

    /** Deletes a key, and says whether it was there. */
    boolean delete(String name);

    /** Deletes all keys that begin with a prefix, and says how many there were. */
    long deleteAll(String prefix, Progress progress);

    /** Writes a backup of the whole store into the stream, which stays open. */
    void backup(OutputStream out, boolean compress, Progress progress);

    /**
     * Writes all keys of a backup into the store; each replaces what is there under its name, whole. The file is checked
     * first, and a damaged one changes nothing.
     *
     * @return empty, with nothing changed, when the store holds keys and this was not forced
     */
    Optional<Restored> restore(Path file, boolean force, Progress progress);

    @Override
    void close();

    /** Whether the store holds no key at all. */
    default boolean isEmpty() {
        Listing page = list("", "", 16, false);
        while (page.keys().isEmpty() && !page.last()) {
            page = list("", page.next(), 16, false);
        }
        return page.keys().isEmpty();
    }
}
