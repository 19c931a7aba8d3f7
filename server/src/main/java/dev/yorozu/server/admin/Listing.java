package dev.yorozu.server.admin;

import dev.yorozu.store.Life;
import dev.yorozu.store.ValueType;
import java.util.List;

/**
 * A page of keys.
 *
 * @param next where to go on; empty after the last page. It may spell a key: it is not for showing.
 */
public record Listing(List<Listed> keys, String next) {
    /** The most keys of one page. */
    public static final int LONGEST = 500;

    public Listing {
        keys = List.copyOf(keys);
    }

    public boolean last() {
        return next.isEmpty();
    }

    /**
     * One key of a page.
     *
     * @param name redacted unless revealed
     */
    public record Listed(String name, ValueType type, Life life) {}
}
