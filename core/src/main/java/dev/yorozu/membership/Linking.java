package dev.yorozu.membership;

import java.util.Optional;

/**
 * A profile that now belongs to a patron.
 *
 * @param profile the profile's id
 * @param displaced the patron whom the same profile belonged to before, if that was somebody else
 */
public record Linking(String profile, Optional<String> displaced) {}
