package dev.yorozu.oauth;

import java.util.Optional;

/**
 * Who signed in, as the provider knows them.
 *
 * @param id never changes, and may stand in a key
 * @param name to be shown
 */
public record User(String id, String name, Optional<String> avatar) {}
