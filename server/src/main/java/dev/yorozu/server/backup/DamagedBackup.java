package dev.yorozu.server.backup;

/** A file is no backup, or no longer the whole of one. The message is one sentence for the operator. */
public final class DamagedBackup extends RuntimeException {
    public DamagedBackup(String message) {
        super(message);
    }

    public DamagedBackup(String message, Throwable cause) {
        super(message, cause);
    }
}
