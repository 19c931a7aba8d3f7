package dev.yorozu.link;

import java.util.Optional;

/**
 * A link that a client asks for, all of it unchecked.
 *
 * @param validUntil empty for the usual life
 * @param owner the user that may see it listed and delete it later; none where anyone may make links
 */
public record LinkRequest(
        Optional<String> url,
        Optional<String> name,
        Optional<String> purpose,
        Optional<LinkExpiry> validUntil,
        Optional<Owner> owner) {
    /**
     * A user that is signed in. The text form does not show the sid.
     *
     * @param sid what the owner presents; hardened, only it can read the list of links made with it
     */
    public record Owner(String user, String sid) {
        @Override
        public String toString() {
            return "Owner[" + user + "]";
        }
    }
}
