package dev.yorozu.server.directory.database;

import dev.yorozu.server.config.StartException;
import dev.yorozu.server.directory.checksum.ChecksummedPath;
import dev.yorozu.server.files.OwnerOnly;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;

/** How the embedded database lies in its directory, which only its owner can read. */
public final class Embedding {
    private static final String NAME = "accounts";
    private static final int PROBE_BYTES = 256 << 10;

    private Embedding() {}

    public static Path file(DirectoryUrl.Embedded url) {
        return url.directory().resolve(NAME + ".mv.db");
    }

    /** Makes the directory and an empty file where they are missing, before the database could make them for all. */
    public static void prepare(DirectoryUrl.Embedded url) {
        Path file = file(url);
        try {
            OwnerOnly.directory(url.directory());
            OwnerOnly.file(file);
            OwnerOnly.file(ChecksummedPath.sums(file));
            if (OwnerOnly.isOpenToOthers(file)) {
                throw new StartException("The file of accounts " + file
                        + " is open to other users: keep it to yourself with chmod 600.");
            }
        } catch (IOException unwritable) {
            throw new StartException("The directory of accounts " + url.directory()
                    + " is not writable: allow this user to write there, or choose another with directory.url.");
        }
    }

    /** Whether files can be written and synced there now, with some room to spare. */
    static boolean takesWrites(DirectoryUrl.Embedded url) {
        try (FileChannel probe = FileChannel.open(
                url.directory().resolve(NAME + ".probe"),
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE,
                StandardOpenOption.DELETE_ON_CLOSE)) {
            ByteBuffer zeros = ByteBuffer.allocate(PROBE_BYTES);
            while (zeros.hasRemaining()) {
                probe.write(zeros);
            }
            probe.force(true);
            return true;
        } catch (IOException full) {
            return false;
        }
    }

    /**
     * The address for the driver. Every block of the file has a checksum, which the database itself does not keep. Files are
     * read through asynchronous channels, because a thread that is interrupted closes any other; every commit is written at once; and
     * no trace file repeats what statements held. How long a statement may take is said here and not with each statement: to say
     * it makes the database forget all statements that it has parsed.
     */
    public static String jdbc(DirectoryUrl.Embedded url, Duration timeout) {
        ChecksummedPath.register();
        return "jdbc:h2:" + ChecksummedPath.SCHEME + ":async:" + url.directory().resolve(NAME)
                + ";MODE=PostgreSQL;DATABASE_TO_LOWER=TRUE;DEFAULT_NULL_ORDERING=HIGH"
                + ";WRITE_DELAY=0;DB_CLOSE_ON_EXIT=FALSE;TRACE_LEVEL_FILE=0;TRACE_LEVEL_SYSTEM_OUT=0"
                + ";LOCK_TIMEOUT=" + timeout.toMillis() + ";QUERY_TIMEOUT=" + timeout.toMillis();
    }
}
