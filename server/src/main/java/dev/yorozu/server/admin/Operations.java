package dev.yorozu.server.admin;

import dev.yorozu.audit.EventPage;
import dev.yorozu.audit.Query;
import dev.yorozu.server.admin.keys.KeyChange;
import dev.yorozu.server.admin.keys.KeyEdit;
import dev.yorozu.server.admin.nostalgic.NostalgicDesk;
import dev.yorozu.server.admin.tokens.TokenDesk;
import dev.yorozu.server.archive.BackupOptions;
import dev.yorozu.server.archive.Restoration;
import dev.yorozu.server.archive.RestoreOptions;
import dev.yorozu.server.backup.BackupFile;
import dev.yorozu.server.backup.Progress;
import dev.yorozu.server.backup.Summary;
import dev.yorozu.server.census.Reading;
import java.io.OutputStream;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What an operator can ask of a store, whether it is opened here or served elsewhere: the answers are the same.
 *
 * <p>Names and values that the keyspace declares secret come out redacted unless they are asked for revealed. Walks hold
 * no more than a page of keys in memory.
 */
public interface Operations extends AutoCloseable {
    /** What the keys of locks and of counts begin with. */
    String UPKEEP = "yorozu:";

    /**
     * Keys, bytes and lives for each declared pattern, as last counted.
     *
     * @param fresh whether to count now, or to wait for the count under way
     */
    Reading statistics(boolean fresh, Progress progress);

    /** What is known of a key; empty when there is none of this name. */
    Optional<Entry> entry(String name, View view);

    /** One page of the keys that begin with a prefix; the cursor is empty at first. */
    Listing list(String prefix, String cursor, int limit, boolean reveal);

    /** How many keys begin with a prefix. */
    long count(String prefix, Progress progress);

    /** Changes a string or the life of a key, as the keyspace allows it or the operator insists. */
    KeyChange change(KeyEdit edit);

    /** Deletes a key, and says whether it was there. */
    boolean delete(String name);

    /** Deletes all keys that begin with a prefix, and says how many there were. */
    long deleteAll(String prefix, Progress progress);

    /**
     * One page of the audit log, newest first; the cursor is empty at first. A user is asked about by any name.
     *
     * @throws IllegalArgumentException when the cursor is not one of this query
     */
    EventPage audit(Query query, String cursor, int limit);

    /** Whether there is a system of this name that has sessions or logins. */
    boolean hasSessions(String system);

    /** Whether a system, the directory or the audit log knows a user of this name. */
    boolean knows(String user);

    /** The sessions of a user that live, in one system or in all, newest first in each. */
    List<SessionLine> sessions(String user, Optional<String> system);

    /**
     * Ends the sessions and the logins by tokens of a user, in one system or in all, and says how many there were.
     *
     * @param kept the public id of one to keep
     * @return empty, with nothing ended, when the one to keep does not live
     */
    OptionalInt revoke(String user, Optional<String> system, Optional<String> kept);

    /**
     * Ends one session or login of a user, and says whether it lived.
     *
     * @param id its public id
     */
    boolean endSession(String user, String system, String id);

    /** Logins by tokens. */
    TokenDesk tokens();

    /** Makes a new key that a system signs its tokens with from now on; what older ones signed is accepted until it ends. */
    NewKey newKey(String system);

    /** Counters, likes, rankings and boards. */
    NostalgicDesk nostalgic();

    /** Writes a backup of all that is kept there into the stream, which stays open. */
    void backup(OutputStream out, BackupOptions options, Progress progress);

    /**
     * Restores a backup: keys replace what is there under their names, whole; the directory and the key files replace
     * those that are there.
     *
     * @param summary of the same file, which was checked as a whole
     */
    Restoration restore(BackupFile file, Summary summary, RestoreOptions options, Progress progress);

    @Override
    void close();

    /** Whether the store holds no key at all, but those by which servers work together. */
    default boolean isEmpty() {
        Listing page = list("", "", 16, false);
        while (page.keys().stream().allMatch(Operations::isUpkeep) && !page.last()) {
            page = list("", page.next(), 16, false);
        }
        return page.keys().stream().allMatch(Operations::isUpkeep);
    }

    private static boolean isUpkeep(Listing.Listed key) {
        return key.name().startsWith(UPKEEP);
    }
}
