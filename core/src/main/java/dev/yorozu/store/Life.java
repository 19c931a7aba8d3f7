package dev.yorozu.store;

import java.time.Duration;

/** How long an existing key still lives. */
public sealed interface Life {
    record Endless() implements Life {}

    record Ends(Duration left) implements Life {}
}
