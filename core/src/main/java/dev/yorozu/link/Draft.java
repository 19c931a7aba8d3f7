package dev.yorozu.link;

import java.util.Optional;

/**
 * A link as its maker asks for it, all of it unchecked.
 *
 * @param validUntil milliseconds since 1970, or a date
 * @param maker the signed-in user, who may delete it later; none where anyone may make links
 */
public record Draft(
        Optional<String> url,
        Optional<String> name,
        Optional<String> purpose,
        Optional<String> validUntil,
        Optional<String> maker) {}
