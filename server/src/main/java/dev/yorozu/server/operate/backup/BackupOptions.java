package dev.yorozu.server.operate.backup;

/**
 * What an operator wants in a backup.
 *
 * @param secrets whether to take what grants access by itself: key files, sessions, tokens, begun sign-ins, share links
 * @param stopped whether the operator says that nothing uses the store, where it cannot be seen
 * @param storeOnly whether to leave the directory and the key files out
 */
public record BackupOptions(boolean compress, boolean secrets, boolean stopped, boolean storeOnly) {
    public static final BackupOptions STANDARD = new BackupOptions(true, true, false, false);
}
