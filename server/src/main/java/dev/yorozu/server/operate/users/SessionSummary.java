package dev.yorozu.server.operate.users;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;

/**
 * A session as an operator sees it: nothing in it grants access.
 *
 * @param id the public id
 * @param client the program that has it; empty where the system keeps none
 * @param os what that runs on; empty where it is not known
 */
public record SessionSummary(
        String system,
        String id,
        Instant created,
        Instant lastSeen,
        Instant ends,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) String client,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) String os) {
    static SessionSummary of(String system, LivingSession session) {
        return new SessionSummary(
                system,
                session.id(),
                session.created(),
                session.lastSeen(),
                session.ends(),
                session.client(),
                session.os());
    }
}
