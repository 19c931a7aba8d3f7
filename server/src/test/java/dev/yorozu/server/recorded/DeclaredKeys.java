package dev.yorozu.server.recorded;

import dev.yorozu.command.Shapes;
import dev.yorozu.keyspace.Keyspace;
import dev.yorozu.store.Key;
import dev.yorozu.store.Scan;
import dev.yorozu.store.Store;
import java.util.ArrayList;
import java.util.List;

/** Holds all that is in a store against the declared keyspace, as doors hold what their clients write. */
final class DeclaredKeys {
    private DeclaredKeys() {}

    /** What is wrong, by the declaration; also a key that has none. */
    static List<String> flaws(Store store) {
        List<String> flaws = new ArrayList<>();
        for (Scan.Page page : Scan.of("", 1000).pages(store)) {
            for (Key key : page.keys()) {
                Keyspace.schema()
                        .match(key.name())
                        .ifPresentOrElse(
                                pattern -> Shapes.flaw(store::read, pattern.shape(), key)
                                        .ifPresent(flaw -> flaws.add(pattern + " " + flaw)),
                                () -> flaws.add(
                                        "undeclared " + Keyspace.schema().redact(key.name())));
            }
        }
        return flaws;
    }
}
