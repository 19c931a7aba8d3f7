package dev.yorozu.server.admin;

import java.time.Instant;

/**
 * A session as an operator sees it: nothing in it lets anybody in.
 *
 * @param id the public id
 */
public record SessionLine(String system, String id, Instant created, Instant lastSeen, Instant ends) {}
