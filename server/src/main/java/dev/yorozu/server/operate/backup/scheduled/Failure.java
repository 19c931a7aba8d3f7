package dev.yorozu.server.operate.backup.scheduled;

import dev.yorozu.account.DirectoryException;
import dev.yorozu.server.bucket.BucketException;
import dev.yorozu.server.config.StartException;
import dev.yorozu.server.operate.backup.format.DamagedBackup;
import dev.yorozu.store.StoreException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.time.Instant;
import java.util.Locale;
import java.util.Objects;

/**
 * Why there is no good backup from a moment, or more of them than there should be.
 *
 * @param message a sentence for the operator, which shows no secret
 */
public record Failure(Instant at, Reason reason, String message) {
    /** What was in the way. */
    public enum Reason {
        /** The store could not be read. */
        STORE,
        /** The database of accounts could not be read. */
        ACCOUNTS,
        /** The place could not be reached, or took nothing more. */
        PLACE,
        /** The place takes or shows nothing with these rights. */
        DENIED,
        /** A backup was found to be damaged. */
        DAMAGED,
        /** A backup is not where it was put. */
        MISSING,
        /** One was made, and older ones could not be removed. */
        REMOVAL,
        /** A mistake of the program, or its memory was too small. */
        ERROR;

        /** Its name in metrics and JSON. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** Whether a backup that was good is not any more. */
        boolean isLoss() {
            return this == DAMAGED || this == MISSING;
        }
    }

    static Failure of(Throwable thrown, Instant now) {
        return switch (thrown) {
            case StoreException fault -> new Failure(now, Reason.STORE, sentence(fault));
            case DirectoryException fault -> new Failure(now, Reason.ACCOUNTS, sentence(fault));
            case StartException fault -> new Failure(now, Reason.ACCOUNTS, sentence(fault));
            case DamagedBackup damaged -> new Failure(now, Reason.DAMAGED, sentence(damaged));
            case BucketException fault -> new Failure(now, reason(fault.reason()), sentence(fault));
            case UncheckedIOException wrapped -> of(Objects.requireNonNull(wrapped.getCause()), now);
            case AccessDeniedException denied ->
                new Failure(now, Reason.DENIED, "The permissions of " + denied.getFile() + " do not allow this");
            case NoSuchFileException missing ->
                new Failure(now, Reason.PLACE, "There is no file or directory " + missing.getFile());
            case FileSystemException file -> new Failure(now, Reason.PLACE, file.getFile() + ": " + file.getReason());
            case IOException fault -> new Failure(now, Reason.PLACE, "Writing or reading failed: " + sentence(fault));
            default ->
                new Failure(
                        now,
                        Reason.ERROR,
                        "The server made a mistake (" + thrown.getClass().getSimpleName() + ")");
        };
    }

    /** The same, of removing older ones after a good one was made. */
    Failure ofRemoval() {
        return new Failure(at, Reason.REMOVAL, message);
    }

    /** For who does not see the reason. */
    public String sentence() {
        return (reason == Reason.REMOVAL
                        ? "A backup was made, and older ones could not be removed: "
                        : "There is no good backup of this moment: ")
                + message;
    }

    private static Reason reason(BucketException.Reason reason) {
        return reason == BucketException.Reason.DENIED ? Reason.DENIED : Reason.PLACE;
    }

    private static String sentence(Throwable thrown) {
        String message = thrown.getMessage();
        return message == null
                ? thrown.getClass().getSimpleName()
                : message.strip().replaceAll("\\s*\\R\\s*", " ");
    }
}
