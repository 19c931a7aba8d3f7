package dev.yorozu.server.operate.backup;

/**
 * How an operator wants a backup restored.
 *
 * @param force whether to replace what is there
 * @param keepLogins whether what grants access in the backup is to grant it again: a move, and no recovery
 * @param storeOnly whether to leave the directory and the key files as they are
 */
public record RestoreOptions(boolean force, boolean keepLogins, boolean storeOnly) {
    /** Into what is empty, after which nothing issued before counts. */
    public static final RestoreOptions STANDARD = new RestoreOptions(false, false, false);

    public RestoreOptions forced() {
        return new RestoreOptions(true, keepLogins, storeOnly);
    }
}
