package dev.yorozu.server.operate.backup.format;

import java.time.Instant;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/**
 * What a backup says of itself in its first line.
 *
 * @param yorozu the version of the program that made it; empty where a file of version 1 does not tell
 * @param source the kind of store
 * @param pointInTime whether the store did not change while it was read
 * @param stopped whether nothing used the source from when this was made: only then is what it lets in still to be let in
 * @param secrets whether it holds what grants access by itself: key files, sessions, tokens, share links
 */
public record Manifest(
        String yorozu,
        Instant made,
        String source,
        boolean pointInTime,
        boolean stopped,
        boolean secrets,
        Set<Section> sections) {
    public Manifest {
        EnumSet<Section> copy = EnumSet.of(Section.STORE);
        copy.addAll(sections);
        sections = Collections.unmodifiableSet(copy);
    }

    public boolean has(Section section) {
        return sections.contains(section);
    }
}
