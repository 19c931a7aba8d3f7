package dev.yorozu.server.backup;

/**
 * What a restore has done.
 *
 * @param keys how many keys were written
 * @param ended how many were left out because their life has ended since the backup
 */
public record Restored(long keys, long ended) {}
