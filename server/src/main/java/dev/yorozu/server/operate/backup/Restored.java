package dev.yorozu.server.operate.backup;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * What a restore has done.
 *
 * @param keys how many keys were written
 * @param ended how many were left out because their life has ended since the backup
 * @param leftOut how many were left out because they granted access, which the restore ended
 * @param rows how many rows the directory has now
 * @param files how many key files were written
 */
public record Restored(@JsonProperty("restored") long keys, long ended, long leftOut, long rows, long files)
        implements Restoration {}
