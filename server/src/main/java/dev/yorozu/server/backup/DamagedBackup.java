package dev.yorozu.server.backup;

/** A file is no backup, or no longer the whole of one. The message is one sentence for the operator. */
public final class DamagedBackup extends RuntimeException {
    DamagedBackup(String message) {
        super(message);
    }

    DamagedBackup(String message, Throwable cause) {
        super(message, cause);
    }
}
