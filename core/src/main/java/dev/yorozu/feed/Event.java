package dev.yorozu.feed;

import dev.yorozu.json.Document;
import java.time.Instant;

/**
 * One revocation, as it is written down and told: {@code {"jti":…}}, {@code {"sid":…}} or {@code {"user":…,"before":…}}, with the
 * second at which it was written. It holds no secret: a session whose id grants access is named by its public id.
 */
record Event(Document json) {
    private static final String AT = "at";

    /** A token is dead by its id, and so are all tokens whose ids begin with this one and a dot. */
    static Event ofToken(String id, Instant now) {
        return of(Document.empty().with("jti", id), now);
    }

    /** All tokens are dead that hang on a session. */
    static Event ofSession(String id, Instant now) {
        return of(Document.empty().with("sid", id), now);
    }

    /** All tokens of a user are dead that were issued before a second. */
    static Event ofUser(String user, long before, Instant now) {
        return of(Document.empty().with("user", user).with("before", before), now);
    }

    private static Event of(Document json, Instant now) {
        return new Event(json.with(AT, now.getEpochSecond()));
    }
}
