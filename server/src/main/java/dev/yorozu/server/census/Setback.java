package dev.yorozu.server.census;

import java.time.Instant;

/**
 * A count that failed.
 *
 * @param message a sentence without any key or value
 */
public record Setback(Instant at, String message) {}
