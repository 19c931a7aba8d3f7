package dev.yorozu.cache;

import java.util.Optional;

/**
 * What a cache answers.
 *
 * @param value empty when there is nothing under this id
 * @param hit whether the answer was a kept copy; false when it was loaded for this caller or for one it waited for
 */
public record Cached<V>(Optional<V> value, boolean hit) {
    static <V> Cached<V> kept(Optional<V> value) {
        return new Cached<>(value, true);
    }

    static <V> Cached<V> loaded(Optional<V> value) {
        return new Cached<>(value, false);
    }
}
