package dev.yorozu.bench.user;

import dev.yorozu.bench.measure.Duel;
import dev.yorozu.bench.measure.Load;
import dev.yorozu.bench.measure.Table;
import dev.yorozu.keyspace.UserKeys;
import dev.yorozu.limit.FailMode;
import dev.yorozu.limit.FixedWindow;
import dev.yorozu.limit.WindowLayout;
import dev.yorozu.limit.WindowPolicy;
import dev.yorozu.store.backend.Limits;
import dev.yorozu.store.backend.StoreObserver;
import dev.yorozu.store.redis.RedisSettings;
import dev.yorozu.store.redis.RedisStore;
import dev.yorozu.store.testkit.redis.RedisProcess;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.BucketConfiguration;
import io.github.bucket4j.distributed.ExpirationAfterWriteStrategy;
import io.github.bucket4j.distributed.proxy.ProxyManager;
import io.github.bucket4j.redis.lettuce.Bucket4jLettuce;
import io.lettuce.core.RedisClient;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;

/**
 * One limit that everybody runs into: so many requests an hour at one key of one Redis, here and with Bucket4j, both by
 * Lettuce on one connection and from the same virtual threads.
 */
final class HotLimit implements AutoCloseable {
    private static final String SUBJECT = "550e8400-e29b-41d4-a716-446655440000";
    private static final Duration HOUR = Duration.ofHours(1);
    /** The most that a limit here lets pass; a run that makes more requests is refused the rest, on both sides. */
    private static final long PLENTY = 1_000_000;

    private final RedisProcess redis = RedisProcess.start();
    private final RedisStore store = RedisStore.open(RedisSettings.of(redis.url()), Limits.DEFAULT, StoreObserver.NONE);
    private final RedisClient client = RedisClient.create(redis.url());
    private final FixedWindow windows = new FixedWindow(store, WindowLayout.USERS, InstantSource.system());
    private final ProxyManager<byte[]> buckets = Bucket4jLettuce.casBasedBuilder(client)
            .expirationAfterWrite(ExpirationAfterWriteStrategy.basedOnTimeForRefillingBucketUpToMax(HOUR))
            .build();

    /** Prints how often a second a limit is checked that lets everything pass, and one that lets nothing pass. */
    void measure(Duel duel, List<Integer> callers) {
        Table table = new Table("one hot key on Redis", "callers", "Yorozu/s", "Bucket4j/s", "ratio");
        for (int count : callers) {
            row(table, duel, "lets pass", UserKeys.Endpoint.PROFILE, PLENTY, count);
            row(table, duel, "refuses", UserKeys.Endpoint.UPLOAD, 1, count);
        }
        System.out.println(table);
    }

    private void row(Table table, Duel duel, String what, UserKeys.Endpoint endpoint, long limit, int callers) {
        System.err.println("a limit that " + what + ", " + callers + " callers …");
        WindowPolicy policy = WindowPolicy.perHour(endpoint.path(), limit, FailMode.OPEN);
        Bucket bucket = buckets.getProxy(
                (endpoint.path() + callers).getBytes(StandardCharsets.UTF_8),
                () -> BucketConfiguration.builder()
                        .addLimit(each -> each.capacity(limit).refillIntervally(limit, HOUR))
                        .build());
        Load load = new Load(callers, Load.Threads.VIRTUAL);
        Duel.Outcome outcome =
                duel.fight(load.of(number -> windows.check(policy, SUBJECT)), load.of(number -> bucket.tryConsume(1)));
        table.row(
                what,
                Integer.toString(callers),
                Table.number(outcome.ours()),
                Table.number(outcome.theirs()),
                Table.ratio(outcome.ratio()));
    }

    @Override
    public void close() {
        client.shutdown();
        store.close();
        redis.close();
    }
}
