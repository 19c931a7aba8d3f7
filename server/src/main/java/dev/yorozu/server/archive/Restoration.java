package dev.yorozu.server.archive;

import dev.yorozu.server.backup.Section;
import java.util.Set;

/** What comes of asking for a restore. */
public sealed interface Restoration {
    record Done(Restored restored) implements Restoration {}

    /** Nothing was changed, because there is something already where these sections would go, and it was not forced. */
    record Occupied(Set<Section> sections) implements Restoration {
        public Occupied {
            sections = Set.copyOf(sections);
        }
    }

    /** Nothing was changed, because this backup cannot be restored like this. */
    record Refused(String sentence) implements Restoration {}
}
