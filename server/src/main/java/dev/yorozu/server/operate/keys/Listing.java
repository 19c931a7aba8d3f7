package dev.yorozu.server.operate.keys;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.yorozu.store.ValueType;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

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
     * @param life how long it still lives; empty for one that never ends by itself
     */
    public record Listed(
            String name,
            ValueType type,
            @JsonProperty("lifeMillis") Optional<Duration> life) {}
}
