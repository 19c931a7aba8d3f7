package dev.yorozu.server.operate.backup.format;

import dev.yorozu.server.operate.transport.OperatorException;

/** A file is no backup, or no longer the whole of one. */
public final class DamagedBackup extends OperatorException {
    public DamagedBackup(String message) {
        super(message);
    }

    public DamagedBackup(String message, Throwable cause) {
        super(message, cause);
    }
}
