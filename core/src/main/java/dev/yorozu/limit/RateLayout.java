package dev.yorozu.limit;

import dev.yorozu.keyspace.LimitKeys;
import dev.yorozu.store.Key;

/** Where the instants of evenly spread limits lie. */
@FunctionalInterface
public interface RateLayout {
    /** {@code limit:{name}:{id}}. */
    RateLayout GENERAL = LimitKeys.RATE::key;

    /** The key of one client's instant; the id is any text, as {@code Part.ofAnyText} keys it. */
    Key key(String policy, String id);
}
