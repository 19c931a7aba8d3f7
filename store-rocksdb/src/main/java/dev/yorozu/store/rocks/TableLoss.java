package dev.yorozu.store.rocks;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What damaged sorted files cost.
 *
 * @param files the damaged files
 * @param names stretches of names in which keys cannot be read, or only as they were before; how many, nobody knows
 * @param incomplete the names of collections that lost some or all of their elements
 * @param kept how many keys can be read
 */
public record TableLoss(List<Path> files, List<Names> names, List<String> incomplete, long kept) {
    public TableLoss {
        files = List.copyOf(files);
        names = List.copyOf(names);
        incomplete = List.copyOf(incomplete);
    }

    /** Names from the first on, and before the second, if there is one. */
    public record Names(String from, Optional<String> to) {}
}
