package dev.yorozu.feed;

import dev.yorozu.json.Document;

/**
 * A revocation, and the realm whose tokens it is about.
 *
 * @param event {@code jti}, {@code sid}, or {@code user} and {@code before}; and {@code at}, the second at which it was written
 */
public record Told(String realm, Document event) {}
