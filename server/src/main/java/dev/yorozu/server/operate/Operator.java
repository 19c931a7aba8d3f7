package dev.yorozu.server.operate;

import dev.yorozu.server.operate.backup.BackupOperations;
import dev.yorozu.server.operate.transport.Operations;

/** All that an operator can do with a store, whether it is opened here or served elsewhere. */
public interface Operator extends Operations {
    BackupOperations backups();

    /** Whether there is a system of this name that has sessions or logins, as far as that is known without asking. */
    boolean hasSessions(String system);
}
