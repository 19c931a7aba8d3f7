package dev.yorozu.store.rocks;

import dev.yorozu.store.StoreException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.rocksdb.RocksDBException;

/** The files of an open store that were found to be damaged, by a read or by the {@link TableCheck}. */
final class DamagedFiles {
    private static final Pattern NAME = Pattern.compile("\\d+\\.sst");
    private static final String UNNAMED = "a file that the engine does not name";

    private final Set<String> names = new ConcurrentSkipListSet<>();

    /** The file that the engine speaks of. */
    static String named(RocksDBException fault) {
        Matcher name = NAME.matcher(String.valueOf(fault.getMessage()));
        return name.find() ? name.group() : UNNAMED;
    }

    static String sentence(String name) {
        return "The store is damaged (" + name + "), and what lies there cannot be read: stop the server and restore a"
                + " backup, or see with ./yorozu repair what would be lost";
    }

    void note(String name) {
        names.add(name);
    }

    void note(StoreException fault) {
        note(fault.getCause() instanceof RocksDBException cause ? named(cause) : UNNAMED);
    }

    /** Replaces what was known by what a look at all files has found. */
    void settle(Set<String> found) {
        names.retainAll(found);
        names.addAll(found);
    }

    List<String> names() {
        return List.copyOf(names);
    }
}
