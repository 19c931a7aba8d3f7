package dev.yorozu.bench.store;

import dev.yorozu.bench.measure.Load;
import dev.yorozu.keyspace.NostalgicKeys;
import dev.yorozu.store.Store;
import dev.yorozu.store.backend.Limits;
import dev.yorozu.store.backend.StoreObserver;
import dev.yorozu.store.redis.RedisSettings;
import dev.yorozu.store.redis.RedisStore;
import dev.yorozu.store.testkit.redis.RedisProcess;
import io.lettuce.core.RedisClient;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.SetArgs;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;

/** Lettuce alone on a redis-server of its own: plain commands, and for the guarded batch a script made for it. */
public final class RedisEngine implements Engine {
    private static final String VISIT = """
            if redis.call('EXISTS', KEYS[1]) == 1 then return {0} end
            redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
            local total = redis.call('INCRBY', KEYS[2], 1)
            local daily = redis.call('INCRBY', KEYS[3], 1)
            if daily == 1 then redis.call('PEXPIRE', KEYS[3], ARGV[2]) end
            return {1, total, daily}
            """;
    private static final byte[] ONE = {'1'};
    private static final long LIFE = Duration.ofDays(30).toMillis();
    private static final byte[] LIFE_TEXT = Long.toString(LIFE).getBytes(StandardCharsets.ISO_8859_1);

    private final RedisProcess server;
    private final RedisClient client;
    private final StatefulRedisConnection<byte[], byte[]> connection;
    private final RedisCommands<byte[], byte[]> commands;
    private final String script;
    private final RedisStore store;
    private int sessions;

    public RedisEngine() {
        server = RedisProcess.start();
        store = RedisStore.open(RedisSettings.of(server.url()), Limits.DEFAULT, StoreObserver.NONE);
        client = RedisClient.create(server.url());
        connection = client.connect(ByteArrayCodec.INSTANCE);
        commands = connection.sync();
        script = commands.scriptLoad(VISIT);
    }

    /** For `redis-benchmark`, which drives the same server. */
    int port() {
        return server.port();
    }

    @Override
    public String name() {
        return "Lettuce on "
                + server.cli("INFO", "server")
                        .lines()
                        .filter(line -> line.startsWith("redis_version:"))
                        .map(line -> "Redis "
                                + line.substring("redis_version:".length()).strip())
                        .findFirst()
                        .orElse("Redis");
    }

    @Override
    public Store store() {
        return store;
    }

    @Override
    public Load.Threads callers() {
        return Load.Threads.VIRTUAL;
    }

    /** The store and the engine read the same records of the same server. */
    @Override
    public void fill(Workload workload) {
        sessions = workload.sessions();
    }

    @Override
    public void read(long number) {
        if (commands.get(Workload.existing(number, sessions).bytes()) == null) {
            throw new IllegalStateException("A session is missing");
        }
    }

    @Override
    public void putDurable(long number) {
        commands.set(Workload.session(-number).bytes(), Workload.SESSION.toArray(), SetArgs.Builder.px(LIFE));
    }

    @Override
    public boolean knowsRelaxed() {
        return false;
    }

    @Override
    public void putRelaxed(long number) {
        putDurable(number);
    }

    @Override
    public void visit(long number) {
        String site = Workload.site(number);
        byte[][] keys = {
            NostalgicKeys.COUNTER_VISIT
                    .key(site, HexFormat.of().toHexDigits(number))
                    .bytes(),
            NostalgicKeys.COUNTER_TOTAL.key(site).bytes(),
            NostalgicKeys.COUNTER_DAILY.key(site, "2026-11-15").bytes()
        };
        List<Object> reply = commands.evalsha(script, ScriptOutputType.MULTI, keys, ONE, LIFE_TEXT);
        if (!reply.getFirst().equals(1L)) {
            throw new IllegalStateException("A visitor came twice");
        }
    }

    @Override
    public void close() {
        store.close();
        connection.close();
        client.shutdown();
        server.close();
    }
}
