package dev.yorozu.server.operate.backup;

import dev.yorozu.server.operate.backup.format.BackupFile;
import dev.yorozu.server.operate.backup.format.Summary;
import dev.yorozu.server.operate.transport.Progress;
import java.io.OutputStream;

/** What an operator can do with backups, which are streams and have forms of their own on the way to a server. */
public interface BackupOperations {
    /** What the keys of locks and of counts begin with. */
    String UPKEEP = "yorozu:";

    /** Writes a backup of all that is kept there into the stream, which stays open. */
    void write(OutputStream out, BackupOptions options, Progress progress);

    /** Whether the store holds no key at all, but those by which servers work together. */
    boolean isEmpty();

    /**
     * Restores a backup: keys replace what is there under their names, whole; the directory and the key files replace
     * those that are there.
     *
     * @param summary of the same file, which was checked as a whole; {@code DamagedBackup} says, with nothing changed, that
     *     it holds what is unknown there
     */
    Restoration restore(BackupFile file, Summary summary, RestoreOptions options, Progress progress);
}
