package dev.yorozu.store.redis;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.MaintNotificationsConfig;
import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.metrics.CommandLatencyRecorder;
import io.lettuce.core.protocol.DefaultEndpoint;
import io.lettuce.core.protocol.ProtocolVersion;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.Delay;
import io.lettuce.core.resource.NettyCustomizer;
import io.netty.channel.Channel;
import io.netty.handler.flush.FlushConsolidationHandler;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** How this store uses Lettuce. */
final class Lettuce {
    /** The most commands that wait on one connection; more are refused at once, before they are sent. */
    private static final int QUEUE = 32_768;

    /** The most writes that go without a flush. */
    private static final int MOST_WRITES = 256;

    private static final Duration FIRST_RECONNECT = Duration.ofMillis(10);
    private static final Duration SLOWEST_RECONNECT = Duration.ofMillis(500);

    private Lettuce() {}

    static ClientResources resources() {
        return builder().build();
    }

    /**
     * For a cluster, where Lettuce writes the commands of each slot by themselves: what it has written to a node is flushed
     * at once.
     */
    static ClientResources resourcesOfCluster() {
        return builder()
                .nettyCustomizer(new NettyCustomizer() {
                    @Override
                    public void afterChannelInitialized(Channel channel) {
                        channel.pipeline().addFirst(new FlushConsolidationHandler(MOST_WRITES, true));
                    }
                })
                .build();
    }

    private static ClientResources.Builder builder() {
        return ClientResources.builder()
                .commandLatencyRecorder(CommandLatencyRecorder.disabled())
                .reconnectDelay(Delay.exponential(FIRST_RECONNECT, SLOWEST_RECONNECT, 2, TimeUnit.MILLISECONDS));
    }

    /**
     * Sets what keeps a command from being sent twice.
     *
     * <p>By default Lettuce keeps what was sent and not answered, and sends it again after a reconnect. Rejecting
     * commands while disconnected switches that off: what waits when the connection breaks fails, and what comes while
     * there is none is refused. Time is kept by the caller, so that one deadline spans all steps of a call.
     */
    static void configure(ClientOptions.Builder options, Duration timeout) {
        options.autoReconnect(true)
                .disconnectedBehavior(ClientOptions.DisconnectedBehavior.REJECT_COMMANDS)
                .requestQueueSize(QUEUE)
                .protocolVersion(ProtocolVersion.RESP2)
                .maintNotificationsConfig(MaintNotificationsConfig.disabled())
                .timeoutOptions(TimeoutOptions.create())
                .socketOptions(SocketOptions.builder()
                        .connectTimeout(timeout)
                        .keepAlive(true)
                        .tcpNoDelay(true)
                        .build());
    }

    static RedisURI uri(RedisUrl.Address address, boolean tls, RedisUrl.Login login, int database, Duration timeout) {
        RedisURI.Builder builder = RedisURI.builder()
                .withHost(address.host())
                .withPort(address.port())
                .withSsl(tls)
                .withDatabase(database)
                .withTimeout(timeout);
        authenticate(builder, login);
        return builder.build();
    }

    static RedisURI uri(RedisUrl.Sentinel url, Duration timeout) {
        RedisURI.Builder builder = RedisURI.builder()
                .withSentinelMasterId(url.master())
                .withDatabase(url.database())
                .withTimeout(timeout);
        for (RedisUrl.Address sentinel : url.sentinels()) {
            builder.withSentinel(RedisURI.builder()
                    .withHost(sentinel.host())
                    .withPort(sentinel.port())
                    .withTimeout(timeout)
                    .build());
        }
        authenticate(builder, url.login());
        return builder.build();
    }

    /** Breaks the connection, which Lettuce then makes again, looking up the address anew. */
    static void disconnect(StatefulConnection<?, ?> connection) {
        if (connection instanceof RedisChannelHandler<?, ?> handler
                && handler.getChannelWriter() instanceof DefaultEndpoint endpoint) {
            endpoint.disconnect();
        }
    }

    private static void authenticate(RedisURI.Builder builder, RedisUrl.Login login) {
        if (!login.user().isEmpty()) {
            builder.withAuthentication(login.user(), login.password());
        } else if (!login.password().isEmpty()) {
            builder.withPassword(login.password().toCharArray());
        }
    }
}
