package dev.yorozu.server.operate.moving;

import dev.yorozu.server.operate.backup.format.Export;
import dev.yorozu.server.operate.backup.format.Line;
import dev.yorozu.server.operate.transport.Progress;
import dev.yorozu.store.Store;
import dev.yorozu.store.backend.Limits;
import dev.yorozu.store.redis.RedisSettings;
import dev.yorozu.store.redis.RedisStore;
import java.time.Duration;
import java.time.InstantSource;
import java.util.function.Consumer;

/**
 * A Redis or an Upstash database that another program uses, walked as it is. What is no text, or holds braces, cannot be a
 * key here and is passed over; so is what is of a type that no store here has.
 */
public final class StoreSource implements Source {
    /** More than any store here takes: whether a key fits is decided later, and told. */
    private static final Limits WIDE = new Limits(1 << 20, 512 << 20, 1024, 1024);

    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final Store store;
    private final InstantSource clock;

    private StoreSource(Store store, InstantSource clock) {
        this.store = store;
        this.clock = clock;
    }

    /**
     * Connects; throws {@code StoreException.CannotOpen} with one sentence when it cannot.
     *
     * @param url as a store URL
     * @param token of Upstash; empty for all others
     */
    public static StoreSource open(String url, String token, InstantSource clock) {
        return new StoreSource(
                RedisStore.openToRead(RedisSettings.of(url).withTimeout(TIMEOUT).withToken(token), WIDE), clock);
    }

    @Override
    public void read(Consumer<Line> lines) {
        new Export(store, clock, name -> true).write(lines, Progress.NONE);
    }

    @Override
    public void close() {
        store.close();
    }
}
