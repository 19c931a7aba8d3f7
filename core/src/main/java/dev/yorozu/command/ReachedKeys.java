package dev.yorozu.command;

import dev.yorozu.command.call.AllKeys;
import dev.yorozu.store.Key;
import dev.yorozu.store.Scan;
import dev.yorozu.store.ValueType;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/** The keys that a client may know of; all others might as well not be there. */
record ReachedKeys(AllKeys all, Access access) implements AllKeys {
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

    @Override
    public Scan.Page page(Scan scan) {
        return reached(all.page(scan));
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

    @Override
    public long remember(String place) {
        return all.remember(place);
    }

    @Override
    public Optional<String> recall(long number) {
        return all.recall(number);
    }
}
