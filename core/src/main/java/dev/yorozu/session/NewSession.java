package dev.yorozu.session;

import dev.yorozu.json.Document;
import java.time.Instant;
import java.util.Optional;

/**
 * A session that is to begin. Its text form shows no secret.
 *
 * @param user an id that the layout allows; anything else is a fault
 * @param sid one that {@link Sessions#nextSid} gave
 * @param attributes what else to keep, in this order; secrets in clear
 * @param end its own end, no further away than the policy's life, where sessions have one; the policy's life away where empty.
 *     Where sessions have a limit in its place, the moment beyond which no touch renews it
 * @param description what the user's record says of the user, where a record is the index
 */
public record NewSession(String user, String sid, Document attributes, Optional<Instant> end, Document description) {
    public NewSession(String user, String sid, Document attributes) {
        this(user, sid, attributes, Optional.empty(), Document.empty());
    }

    public NewSession endingAt(Instant end) {
        return new NewSession(user, sid, attributes, Optional.of(end), description);
    }

    public NewSession describing(Document description) {
        return new NewSession(user, sid, attributes, end, description);
    }

    @Override
    public String toString() {
        return "NewSession[of " + user + "]";
    }
}
