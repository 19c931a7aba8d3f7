package dev.yorozu.limit;

import dev.yorozu.keyspace.AppKeys;
import dev.yorozu.keyspace.DiscordKeys;
import dev.yorozu.keyspace.PatreonKeys;
import dev.yorozu.keyspace.UserKeys;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.function.BiFunction;

/**
 * Where the counters of fixed windows lie.
 *
 * @param key the key of one client's counter in one window; the id is any text, as {@code Part.ofAnyText} keys it
 * @param life when a counter ends that is made at this instant; never before its window does
 */
public record WindowLayout(BiFunction<Window, String, Key> key, BiFunction<Window, Instant, Expiry> life) {
    /** Longer than the clocks of servers that share a store may differ. */
    private static final Duration MARGIN = Duration.ofMinutes(1);

    private static final DateTimeFormatter HOUR =
            DateTimeFormatter.ofPattern("yyyyMMddHH").withZone(ZoneOffset.UTC);

    /** {@code rl:{name}:{window}:{id}}, the window as its number since 1970, for ten seconds longer than a minute. */
    public static final WindowLayout DISCORD = new WindowLayout(
            (window, id) -> DiscordKeys.RATE.key(window.policy(), Long.toString(window.number()), id),
            always(Duration.ofSeconds(70)));

    /**
     * {@code rate:{subject}:{endpoint}:{yyyyMMddHH}}, the hour in UTC, for a minute longer than the hour. For limits by
     * the hour. What is left of the hour is counted by this server's clock and kept by the store's, so that a store whose
     * clock is ahead does not end a counter early.
     */
    public static final WindowLayout USERS = new WindowLayout(
            (window, subject) -> UserKeys.RATE.key(subject, window.policy(), HOUR.format(window.start())),
            (window, now) -> Expiry.after(Duration.between(now, window.end()).plus(MARGIN)));

    /**
     * {@code ratelimit/{identifier}/{windowStart}}, the start in milliseconds, for two minutes. The name of the limit is
     * not in the key: ids such as {@code quota-42} tell limits apart.
     */
    public static final WindowLayout PATREON = new WindowLayout(
            (window, id) ->
                    PatreonKeys.RATE.key(id, Long.toString(window.start().toEpochMilli())),
            always(Duration.ofSeconds(120)));

    private static BiFunction<Window, Instant, Expiry> always(Duration life) {
        Expiry expiry = Expiry.after(life);
        return (window, now) -> expiry;
    }

    /** The counters of an app, each for as long as the window after its own may look at it. */
    public static WindowLayout ofApp(String app) {
        return new WindowLayout(
                (window, id) -> AppKeys.WINDOW.key(app, window.policy(), Long.toString(window.number()), id),
                (window, now) -> Expiry.after(Duration.between(now, window.end())
                        .plus(window.length())
                        .plus(MARGIN)));
    }
}
