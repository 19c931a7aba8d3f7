package dev.yorozu.server.admin.nostalgic;

import dev.yorozu.nostalgic.Kind;
import dev.yorozu.server.admin.Entry;
import java.util.List;

/**
 * Everything about one service.
 *
 * @param keys all its keys, its record first and its mappings last; without secrets
 * @param indexed whether the index names it
 */
public record Dossier(Kind kind, String id, boolean indexed, List<Entry> keys) {
    public Dossier {
        keys = List.copyOf(keys);
    }
}
