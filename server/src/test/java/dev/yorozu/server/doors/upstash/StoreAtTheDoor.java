package dev.yorozu.server.doors.upstash;

import dev.yorozu.keyspace.KeyPattern;
import dev.yorozu.keyspace.Keyspace;
import dev.yorozu.store.Store;
import dev.yorozu.store.backend.Limits;
import dev.yorozu.store.backend.StoreObserver;
import dev.yorozu.store.redis.RedisSettings;
import dev.yorozu.store.redis.RedisStore;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;

/** A server with this door, and the store for Upstash of another one, which takes the door for Upstash. */
public final class StoreAtTheDoor implements AutoCloseable {
    private final UpstashSite site;
    private final String secret;
    private final Store store;

    /** @param behind what the door leads to, which ends with this */
    public StoreAtTheDoor(Store behind, Map<String, String> settings) {
        Map<String, String> flags = new HashMap<>(Map.of("server.maxBodyBytes", "64MiB"));
        flags.putAll(settings);
        site = new UpstashSite(behind, InstantSource.system(), flags);
        secret = site.secret("store", everything());
        store = open();
    }

    /** Keys that only a server writes must be named; the other one is a server. */
    static String[] everything() {
        Stream<String> own = Keyspace.schema().patterns().stream()
                .filter(KeyPattern::internal)
                .map(pattern -> pattern.prefix() + "*");
        return Stream.concat(Stream.of("*"), own).distinct().toArray(String[]::new);
    }

    Store open() {
        RedisSettings settings =
                RedisSettings.of("upstash:" + site.url()).withToken(secret).withTimeout(Duration.ofSeconds(20));
        return RedisStore.open(settings, Limits.DEFAULT, StoreObserver.NONE);
    }

    public Store store() {
        return store;
    }

    UpstashSite site() {
        return site;
    }

    @Override
    public void close() {
        store.close();
        site.close();
    }
}
