package dev.yorozu.server.operate.backup.format;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** A kind of content that a backup holds. In a file they come in this order. */
public enum Section {
    /** The keys of the store. */
    STORE,
    /** The tables of accounts, devices, profiles and patrons. */
    DIRECTORY,
    /** The key files of the data directory. */
    FILES;

    /** Its name in files and interfaces, which must never change. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Optional<Section> of(String word) {
        return Arrays.stream(values())
                .filter(section -> section.word().equals(word))
                .findFirst();
    }
}
