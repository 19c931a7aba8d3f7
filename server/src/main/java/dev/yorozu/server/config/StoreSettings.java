package dev.yorozu.server.config;

import dev.yorozu.store.backend.Limits;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** Where state is kept, and how much of it the store takes at once. */
public final class StoreSettings {
    public static final SettingsGroup GROUP = new SettingsGroup("Store");

    public static final Setting<Path> DATA = GROUP.of(
            "data", SettingType.path(), "./data", "Directory of the embedded store and of the generated admin token.");
    public static final Setting<String> URL = GROUP.with(Setting.optional(
                    "store.url",
                    SettingType.text(
                            "a store URL such as rocksdb:DIR, memory:, redis://HOST:PORT or upstash:https://HOST"),
                    "",
                    "Store to use: `rocksdb:DIR`, `memory:`, `redis://…`, `rediss://…`, `redis-sentinel://…`,"
                            + " `redis-cluster://…` or `upstash:https://…`.")
            .fallingBackTo(
                    settings -> "rocksdb:" + settings.value(DATA).resolve("store"), "`rocksdb:` and `store` in `data`")
            .alsoFrom("YOROZU_STORE", "")
            .alsoFrom("REDIS_URL", "")
            .alsoFrom("KV_REST_API_URL", "upstash:")
            .asSecretWhen(url -> url.contains("@")));
    public static final Setting<String> TOKEN = GROUP.with(Setting.optional(
                    "store.token",
                    SettingType.text("the token of the REST database"),
                    "",
                    "Token of an Upstash database.")
            .alsoFrom("KV_REST_API_TOKEN", "")
            .asSecret());
    public static final Setting<Duration> TIMEOUT = GROUP.of(
            "store.timeout",
            SettingType.duration(Duration.ofMillis(50), Duration.ofMinutes(5)),
            "2s",
            "How long to wait for an answer of the store before giving up.");
    public static final Setting<Integer> WAIT_REPLICAS = GROUP.of(
            "store.redis.waitReplicas",
            SettingType.number(0, 16),
            "0",
            "How many replicas of Redis must have a durable write before it is acknowledged; when fewer say so within half of"
                    + " `store.timeout`, its outcome is unknown. See guarantees.md. Not possible with Upstash.");
    public static final Setting<WaitFor> WAIT_FOR = GROUP.of(
            "store.redis.waitFor",
            SettingType.choice(WaitFor.class),
            "replicas",
            "Where a durable write must be: in the memory of so many `replicas`, or also in the append-only files (`aof`) of"
                    + " Redis itself and of these, which takes Redis 7.2.");
    public static final Setting<Optional<Duration>> TRACKING_MAX_AGE = GROUP.of(
            "store.tracking.maxAge",
            SettingType.durationOrOff(Duration.ofSeconds(1), Duration.ofMinutes(10)),
            "off",
            "How long sessions, revocations and cached records of Redis are kept in memory at most, while Redis tells of"
                    + " changes to them, or `off`. See running.md. Not possible with Upstash.");
    public static final Setting<Integer> TRACKING_BYTES = GROUP.of(
            "store.tracking.bytes",
            SettingType.size(1 << 20, 1 << 30),
            "32MiB",
            "About how much memory the kept sessions, revocations and cached records may take.");
    public static final Setting<Optional<Duration>> CHECK_EVERY = GROUP.of(
            "store.checkEvery",
            SettingType.durationOrOff(Duration.ofMinutes(1), Duration.ofDays(30)),
            "1d",
            "How often the checksums of all files of the embedded store are compared in the background, first shortly after"
                    + " the start, or `off`.");
    public static final Setting<Integer> CACHE_BYTES = GROUP.with(
            Setting.optional(
                    "store.memory.cacheBytes",
                    SettingType.size(8 << 20, 1 << 30),
                    "a 32nd of the machine's memory, from 32 to 128 MiB",
                    "Memory of the embedded store's engine for blocks of its files; 64 MiB for what is not yet in files come on top."));
    public static final Setting<Integer> RECORD_BYTES = GROUP.with(Setting.optional(
            "store.memory.recordBytes",
            SettingType.size(1 << 20, 1 << 30),
            "a quarter of the heap, at most 512 MiB",
            "Heap of the embedded store for records that were read or written lately."));
    public static final Setting<Integer> KEY_BYTES =
            GROUP.of("store.limits.keyBytes", SettingType.size(16, 64 << 10), "1KiB", "Longest key.");
    public static final Setting<Integer> VALUE_BYTES = GROUP.of(
            "store.limits.valueBytes", SettingType.size(1 << 10, 64 << 20), "1MiB", "Largest value, member or field.");
    public static final Setting<Integer> BATCH_OPERATIONS = GROUP.of(
            "store.limits.batchOperations",
            SettingType.number(1_024, 10_000),
            "1024",
            "Most guards, writes and elements in one batch.");

    /** Where a durable write must be in Redis. */
    public enum WaitFor {
        REPLICAS,
        AOF
    }

    private StoreSettings() {}

    /** The limits that every store is opened with. */
    public static Limits limits(Settings settings) {
        return new Limits(
                settings.value(KEY_BYTES),
                settings.value(VALUE_BYTES),
                settings.value(BATCH_OPERATIONS),
                Limits.DEFAULT.reads());
    }
}
