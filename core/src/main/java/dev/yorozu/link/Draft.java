package dev.yorozu.link;

import java.util.Optional;

/**
 * A link as its maker asks for it, all of it unchecked.
 *
 * @param validUntil empty for the usual life
 * @param maker the signed-in user, who may delete it later; none where anyone may make links
 */
public record Draft(
        Optional<String> url,
        Optional<String> name,
        Optional<String> purpose,
        Optional<LinkEnd> validUntil,
        Optional<String> maker) {}
