package dev.yorozu.link;

import java.util.Optional;

/**
 * A link as its maker asks for it, all of it unchecked.
 *
 * @param validUntil empty for the usual life
 * @param maker who may see it listed and delete it later; none where anyone may make links
 */
public record Draft(
        Optional<String> url,
        Optional<String> name,
        Optional<String> purpose,
        Optional<LinkEnd> validUntil,
        Optional<Maker> maker) {
    /**
     * Somebody who is signed in. The text form does not show the sid.
     *
     * @param sid what the maker presents; hardened, nobody else can read the list of links made with it
     */
    public record Maker(String user, String sid) {
        @Override
        public String toString() {
            return "Maker[" + user + "]";
        }
    }
}
