package dev.yorozu.server.operate.apps;

import java.time.Instant;
import java.util.List;

/**
 * An app as operators see it.
 *
 * @param credentials the names of those that may call for it
 * @param keys how many it keeps, as the last count found
 * @param bytes about how much room they take
 * @param settings JSON
 * @param declared whether they are those of the settings file, which alone changes them
 */
public record AppSummary(
        String name,
        Instant made,
        List<String> credentials,
        long keys,
        long bytes,
        String settings,
        boolean declared) {}
