package dev.yorozu.server.operate.backup;

import dev.yorozu.server.directory.DirectoryOnDemand;
import dev.yorozu.server.directory.DirectoryTables;
import dev.yorozu.server.operate.backup.format.Line;
import dev.yorozu.server.operate.backup.format.Section;
import dev.yorozu.server.operate.backup.format.Summary;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Consumer;

/**
 * What a server keeps beside its store: the directory of accounts, and the key files of its data directory.
 *
 * @param directory stays the caller's
 * @param serving whether a server works with both now, so that neither can be replaced
 */
public record Installation(DirectoryOnDemand directory, Path data, boolean serving) {
    KeyFiles files() {
        return new KeyFiles(data);
    }

    DirectoryTables tables() {
        return directory.tables();
    }

    /** What a backup can hold beside the store. */
    Set<Section> sections(boolean secrets) {
        Set<Section> sections = EnumSet.noneOf(Section.class);
        if (directory.findTables().isPresent()) {
            sections.add(Section.DIRECTORY);
        }
        if (secrets) {
            sections.add(Section.FILES);
        }
        return sections;
    }

    void export(Set<Section> sections, Consumer<Line> lines) {
        if (sections.contains(Section.DIRECTORY)) {
            directory.tables().export(lines);
        }
        if (sections.contains(Section.FILES)) {
            files().export(lines);
        }
    }

    /** Of the sections of a backup those in whose place there is something already. */
    Set<Section> occupied(Summary summary) {
        Set<Section> occupied = EnumSet.noneOf(Section.class);
        if (summary.manifest().has(Section.DIRECTORY)
                && directory.findTables().filter(tables -> !tables.isEmpty()).isPresent()) {
            occupied.add(Section.DIRECTORY);
        }
        if (files().has(summary.files())) {
            occupied.add(Section.FILES);
        }
        return occupied;
    }
}
