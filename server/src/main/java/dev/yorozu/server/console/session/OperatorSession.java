package dev.yorozu.server.console.session;

import java.time.Instant;

/**
 * An operator at the console. Its text form shows no secret.
 *
 * @param id what the browser's cookie holds
 * @param csrf what its forms hold
 */
public record OperatorSession(String id, String csrf, Instant began, Instant seen) {
    OperatorSession seenAt(Instant now) {
        return new OperatorSession(id, csrf, began, now);
    }

    @Override
    public String toString() {
        return "OperatorSession[began=" + began + "]";
    }
}
