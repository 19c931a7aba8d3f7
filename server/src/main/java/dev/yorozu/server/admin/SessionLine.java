package dev.yorozu.server.admin;

import java.time.Instant;

/**
 * A session as an operator sees it: nothing in it lets anybody in.
 *
 * @param id the public id
 * @param client the program that has it; empty where the system keeps none
 * @param os what that runs on; empty where it is not known
 */
public record SessionLine(
        String system, String id, Instant created, Instant lastSeen, Instant ends, String client, String os) {}
