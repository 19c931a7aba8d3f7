package dev.yorozu.command.call;

import dev.yorozu.store.Key;
import dev.yorozu.store.MemoryUse;
import dev.yorozu.store.Scan;
import dev.yorozu.store.ValueType;
import java.util.List;
import java.util.Optional;

/** The way of a command to keys that its call does not name. Walks see no single moment. */
public interface AllKeys {
    /** The keys whose names begin so, a page at a time. */
    Iterable<Scan.Page> walk(String prefix);

    /** One page of a walk. */
    Scan.Page page(Scan scan);

    Optional<ValueType> type(Key key);

    void delete(List<Key> keys);

    /** What all keys take together; empty where the store does not tell, or where the client may not know. */
    Optional<MemoryUse> memory();

    /** A number under which a place in a walk is found again; for some time, and for so many walks as are remembered. */
    long remember(String place);

    /** The place that is remembered under this number. */
    Optional<String> recall(long number);
}
