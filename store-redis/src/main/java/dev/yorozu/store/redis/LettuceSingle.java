package dev.yorozu.store.redis;

import dev.yorozu.store.Bytes;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.resource.ClientResources;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * One connection to one server, or to the master that sentinels name, shared by all callers.
 *
 * <p>With sentinels the master is looked up at every reconnect, so that a failover is followed as soon as the old
 * connection is gone.
 */
final class LettuceSingle implements Transport {
    private final ClientResources resources;
    private final RedisClient client;
    private final RedisURI uri;
    private final StatefulRedisConnection<Bytes, Bytes> connection;
    private final Pipeline pipeline;
    private final Suspicion suspicion;

    private LettuceSingle(
            ClientResources resources,
            RedisClient client,
            RedisURI uri,
            StatefulRedisConnection<Bytes, Bytes> connection,
            Duration timeout) {
        this.resources = resources;
        this.client = client;
        this.uri = uri;
        this.connection = connection;
        this.pipeline = Pipeline.toNode(connection::dispatch);
        this.suspicion = new Suspicion(timeout);
    }

    static LettuceSingle connect(RedisURI uri, Duration timeout) {
        ClientResources resources = Lettuce.resources();
        RedisClient client = RedisClient.create(resources, uri);
        ClientOptions.Builder options = ClientOptions.builder();
        Lettuce.configure(options, timeout);
        client.setOptions(options.build());
        try {
            return new LettuceSingle(resources, client, uri, client.connect(BytesCodec.INSTANCE), timeout);
        } catch (RuntimeException e) {
            shutDown(client, resources);
            throw e;
        }
    }

    @Override
    public Pending send(Command command) {
        Call call = Call.of(command);
        pipeline.send(List.of(call));
        return call;
    }

    @Override
    public List<Pending> sendAll(List<Command> commands) {
        List<Call> calls = Call.of(commands);
        pipeline.send(calls);
        return List.copyOf(calls);
    }

    @Override
    public Optional<RedisURI> uriOf(String node) {
        return Optional.of(uri);
    }

    @Override
    public void onReconnect(Runnable action) {
        connection.addListener(new RedisConnectionStateListener() {
            @Override
            public void onRedisConnected(RedisChannelHandler<?, ?> connected, SocketAddress address) {
                action.run();
            }

            @Override
            public void onRedisDisconnected(RedisChannelHandler<?, ?> disconnected) {
                action.run();
            }
        });
    }

    @Override
    public void silent(Command command) {
        suspicion.raise(connection);
    }

    @Override
    public void deposed(Command command) {
        suspicion.confirm(connection);
    }

    @Override
    public void close() {
        connection.close();
        shutDown(client, resources);
    }

    static void shutDown(io.lettuce.core.AbstractRedisClient client, ClientResources resources) {
        client.shutdown(0, 2, TimeUnit.SECONDS);
        resources.shutdown(0, 2, TimeUnit.SECONDS).awaitUninterruptibly(3, TimeUnit.SECONDS);
    }
}
