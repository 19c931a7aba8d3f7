package dev.yorozu.store.rocks.log;

import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/**
 * A log that cannot be read to its end although there is more behind.
 *
 * @param file the log in which the damage begins
 * @param offset where it begins in that file
 * @param promised whether something is lost that was kept on disk for somebody: then this is no tear that a crash leaves
 * @param groups how many groups of batches can still be read behind the damage
 * @param writes how many writes those groups have
 * @param bytes how many bytes there are from the damage on, in this log and in later ones
 * @param lastSound when the last group before the damage was written; empty when there is none, or it does not say so
 * @param newest when the newest group behind the damage was written
 */
public record LogDamage(
        Path file,
        long offset,
        boolean promised,
        long groups,
        long writes,
        long bytes,
        Optional<Instant> lastSound,
        Optional<Instant> newest) {}
