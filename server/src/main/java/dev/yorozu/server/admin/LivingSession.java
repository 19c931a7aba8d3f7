package dev.yorozu.server.admin;

import dev.yorozu.session.Session;
import java.time.Instant;

/**
 * A session of one system, as operators may know it: nothing in it lets anybody in.
 *
 * @param id the public id
 */
public record LivingSession(String id, Instant created, Instant lastSeen, Instant ends) {
    static LivingSession of(Session session) {
        return new LivingSession(session.publicId(), session.createdAt(), session.lastSeenAt(), session.endsAt());
    }
}
