package dev.yorozu.membership;

import java.util.Optional;

/**
 * A profile that now belongs to a patron.
 *
 * @param profile the profile's id
 * @param displaced the other patron that the same profile belonged to before, if any
 */
public record ProfileLink(String profile, Optional<String> displaced) {}
