package dev.yorozu.server.operate.services;

import dev.yorozu.nostalgic.Kind;
import dev.yorozu.server.operate.keys.Entry;
import java.util.List;

/**
 * Everything about one service.
 *
 * @param keys all its keys, its record first and its mappings last; without secrets
 * @param indexed whether the index names it
 */
public record ServiceDetails(Kind kind, String id, boolean indexed, List<Entry> keys) {
    public ServiceDetails {
        keys = List.copyOf(keys);
    }
}
