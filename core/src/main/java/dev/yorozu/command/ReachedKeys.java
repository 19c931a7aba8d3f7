package dev.yorozu.command;

import dev.yorozu.command.call.AllKeys;
import dev.yorozu.command.family.KeyspaceCommands;
import dev.yorozu.store.Key;
import dev.yorozu.store.MemoryUse;
import dev.yorozu.store.Scan;
import dev.yorozu.store.ValueType;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/** The keys that a client may know of; all others might as well not be there. */
record ReachedKeys(AllKeys all, Access access) implements AllKeys {
    /** How many keys are looked at together for one more within reach. */
    private static final int AHEAD = 1000;

    @Override
    public Iterable<Scan.Page> walk(String prefix) {
        Iterable<Scan.Page> pages = all.walk(prefix);
        return () -> {
            Iterator<Scan.Page> each = pages.iterator();
            return new Iterator<>() {
                @Override
                public boolean hasNext() {
                    return each.hasNext();
                }

                @Override
                public Scan.Page next() {
                    return reached(each.next());
                }
            };
        };
    }

    /**
     * As many keys within reach as are asked for, and the last page is known for it: neither short pages nor one more of them
     * may tell that there are other keys.
     */
    @Override
    public Scan.Page page(Scan scan) {
        List<Key> found = new ArrayList<>();
        String place = scan.cursor();
        while (true) {
            int missing = scan.limit() - found.size();
            Scan.Page page = reached(all.page(new Scan(scan.prefix(), place, missing > 0 ? missing : AHEAD)));
            if (missing <= 0 && !page.keys().isEmpty()) {
                return new Scan.Page(found, place);
            }
            found.addAll(page.keys());
            if (page.last()) {
                return new Scan.Page(found, "");
            }
            place = page.next();
        }
    }

    private Scan.Page reached(Scan.Page page) {
        return new Scan.Page(
                page.keys().stream().filter(key -> access.reaches(key.name())).toList(), page.next());
    }

    @Override
    public Optional<ValueType> type(Key key) {
        return all.type(key);
    }

    @Override
    public void delete(List<Key> keys) {
        all.delete(keys);
    }

    /** How much there is beyond a client's reach is for those alone who may ask for everything at once. */
    @Override
    public Optional<MemoryUse> memory() {
        return access.permits(KeyspaceCommands.KEYS) ? all.memory() : Optional.empty();
    }

    @Override
    public long remember(String place) {
        return all.remember(place);
    }

    @Override
    public Optional<String> recall(long number) {
        return all.recall(number);
    }
}
