package dev.yorozu.session;

import java.util.Optional;

/**
 * A session that was ended.
 *
 * @param keyPart what stood for its sid in keys
 * @param lived whether its record was there until then
 * @param session what it was, as far as that could be read
 */
public record Ended(String keyPart, boolean lived, Optional<Session> session) {
    /** The id by which pages and commands may have called it. */
    public String publicId() {
        return Session.publicId(keyPart);
    }

    /** Does not show what may be the sid. */
    @Override
    public String toString() {
        return "Ended[" + publicId() + "]";
    }
}
