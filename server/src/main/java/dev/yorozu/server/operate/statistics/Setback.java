package dev.yorozu.server.operate.statistics;

import java.time.Instant;

/**
 * A count that failed.
 *
 * @param message a sentence without any key or value
 */
public record Setback(Instant at, String message) {}
