package dev.yorozu.server.operate.statistics;

import dev.yorozu.keyspace.KeyPattern;
import dev.yorozu.store.Key;
import java.util.List;

/**
 * Is shown every key of one pattern by each count that this server makes, so that upkeep that must see all of them needs
 * no walk of its own.
 *
 * <p>Several servers on one store take turns at counting, so each key is shown on one of them. A key may be shown twice in
 * one count, and may be gone by the time it is shown. What a listener throws is logged and disturbs neither the count nor
 * the other listeners; the time that it takes counts as the store's, so that the count goes slower for it.
 */
public interface CensusListener {
    KeyPattern pattern();

    /** Some keys of the pattern, at least one and a few hundred at most; called by one thread. */
    void seen(List<Key> keys);
}
