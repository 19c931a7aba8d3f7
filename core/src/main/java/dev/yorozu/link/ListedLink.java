package dev.yorozu.link;

import java.time.Instant;
import java.util.Optional;

/**
 * A link in the list of its owner.
 *
 * @param id names the link to its owner and opens nothing
 * @param shown the beginning of its short token
 * @param content empty where storage is hardened and the link was made in another session: only that one can read it
 */
public record ListedLink(String id, String shown, Optional<Content> content, Instant ends) {
    /** What only the owner may read. Its text form shows no token. */
    public record Content(String shortToken, String name) {
        @Override
        public String toString() {
            return "Content[…]";
        }
    }
}
