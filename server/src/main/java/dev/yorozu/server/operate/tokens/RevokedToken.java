package dev.yorozu.server.operate.tokens;

import java.time.Instant;
import java.util.Optional;

/**
 * Whether an access token is revoked by its id.
 *
 * @param until when the entry ends that says so; empty for one that another program wrote without an end
 */
public record RevokedToken(String system, String id, boolean revoked, Optional<Instant> until) {}
