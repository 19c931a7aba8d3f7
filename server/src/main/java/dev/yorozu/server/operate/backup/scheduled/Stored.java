package dev.yorozu.server.operate.backup.scheduled;

import java.time.Instant;

/**
 * What lies where backups go and has a name as they have.
 *
 * @param at when it was begun, as its name says
 */
public record Stored(String name, Instant at, long bytes) {}
