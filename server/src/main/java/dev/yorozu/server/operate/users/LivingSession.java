package dev.yorozu.server.operate.users;

import dev.yorozu.account.UserAgent;
import dev.yorozu.session.Session;
import java.time.Instant;

/**
 * A session of one system, as operators may know it: nothing in it grants access.
 *
 * @param id the public id
 * @param client the program that has it; empty where the system keeps none
 * @param os what that runs on; empty where it is not known
 */
public record LivingSession(String id, Instant created, Instant lastSeen, Instant ends, String client, String os) {
    /** Where a record keeps what the program called itself. */
    private static final String AGENT = "user_agent";

    public static LivingSession of(Session session) {
        UserAgent device = UserAgent.of(session.text(AGENT).orElse(""));
        return new LivingSession(
                session.publicId(),
                session.createdAt(),
                session.lastSeenAt(),
                session.endsAt(),
                device.client(),
                device.os().text());
    }
}
