package dev.yorozu.limit;

import dev.yorozu.keyspace.DiscordKeys;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import java.time.Duration;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * Where the counters of fixed windows lie.
 *
 * @param key the key of one client's counter in one window; ids that the key cannot hold are a fault of the caller
 * @param life when a counter ends, decided when it is made; never before its window does
 */
public record WindowLayout(BiFunction<Window, String, Key> key, Function<Window, Expiry> life) {
    /** {@code rl:{name}:{window}:{id}}, the window as its number since 1970, for ten seconds longer than a minute. */
    public static final WindowLayout DISCORD = new WindowLayout(
            (window, id) -> DiscordKeys.RATE.key(window.policy(), Long.toString(window.number()), id),
            window -> Expiry.after(Duration.ofSeconds(70)));
}
