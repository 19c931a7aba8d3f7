package dev.yorozu.store.redis;

import dev.yorozu.store.Bytes;
import dev.yorozu.store.Key;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.ClusterTopologyRefreshOptions;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import io.lettuce.core.protocol.CommandType;
import io.lettuce.core.resource.ClientResources;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A connection to each master of a cluster, shared by all callers.
 *
 * <p>Redirections are followed, and each makes the map of the slots be read again; so do lost connections. The map is also
 * read now and then without a reason.
 */
final class LettuceCluster implements Transport {
    private static final Duration REFRESH = Duration.ofSeconds(15);
    private static final Duration REFRESH_PAUSE = Duration.ofMillis(200);
    private static final int FAILED_RECONNECTS = 1;

    private final ClientResources resources;
    private final RedisClusterClient client;
    private final StatefulRedisClusterConnection<Bytes, Bytes> connection;
    private final Pipeline pipeline;
    private final Suspicion suspicion;
    private final AtomicLong lookedAgain = new AtomicLong(System.nanoTime() - REFRESH_PAUSE.toNanos());

    private LettuceCluster(
            ClientResources resources,
            RedisClusterClient client,
            StatefulRedisClusterConnection<Bytes, Bytes> connection,
            Duration timeout) {
        this.resources = resources;
        this.client = client;
        this.connection = connection;
        this.pipeline = Pipeline.toNodes(connection::dispatch);
        this.suspicion = new Suspicion(timeout);
    }

    static LettuceCluster connect(List<RedisURI> nodes, Duration timeout) {
        ClientResources resources = Lettuce.resourcesOfCluster();
        RedisClusterClient client = RedisClusterClient.create(resources, nodes);
        client.setOptions(options(timeout));
        try {
            LettuceCluster cluster =
                    new LettuceCluster(resources, client, client.connect(BytesCodec.INSTANCE), timeout);
            cluster.connectMasters(timeout);
            return cluster;
        } catch (RuntimeException e) {
            LettuceSingle.shutDown(client, resources);
            throw e;
        }
    }

    private static ClusterClientOptions options(Duration timeout) {
        ClusterClientOptions.Builder options = ClusterClientOptions.builder();
        Lettuce.configure(options, timeout);
        return options.validateClusterNodeMembership(false)
                .topologyRefreshOptions(ClusterTopologyRefreshOptions.builder()
                        .enablePeriodicRefresh(REFRESH)
                        .adaptiveRefreshTriggersTimeout(REFRESH_PAUSE)
                        .refreshTriggersReconnectAttempts(FAILED_RECONNECTS)
                        .build())
                .build();
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
    public Bytes name(Key key) {
        return Bytes.of(key.clusterName());
    }

    @Override
    public boolean reachesTogether(Key one, Key other) {
        return one.samePartition(other);
    }

    @Override
    public Optional<Key> key(String name) {
        try {
            Key key = Key.ofClusterName(name);
            // Another spelling of the same key is not the product's, and would be taken for the one that is.
            return key.clusterName().equals(name) ? Optional.of(key) : Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    @Override
    public boolean keepsPrefixes() {
        return false;
    }

    @Override
    public List<Pending> ping() {
        List<Pending> pings = new ArrayList<>();
        for (String node : nodes()) {
            pings.add(sendTo(node, Command.plain(CommandType.PING)));
        }
        return pings;
    }

    @Override
    public List<String> nodes() {
        return connection.getPartitions().stream()
                .filter(node -> node.is(RedisClusterNode.NodeFlag.UPSTREAM) && !node.hasNoSlots())
                .map(RedisClusterNode::getNodeId)
                .sorted()
                .toList();
    }

    @Override
    public String nodeOf(Key key) {
        RedisClusterNode owner = ownerOf(name(key));
        return owner == null ? "" : owner.getNodeId();
    }

    @Override
    public String nodeOf(Command command) {
        RedisClusterNode owner = command.keyIndex() < 0 ? null : ownerOf(command.key());
        return owner == null ? "" : owner.getNodeId();
    }

    @Override
    public String nodeAt(String host, int port) {
        RedisClusterNode node = connection.getPartitions().getPartition(host, port);
        return node == null ? "" : node.getNodeId();
    }

    @Override
    public Optional<RedisURI> uriOf(String node) {
        return Optional.ofNullable(connection.getPartitions().getPartitionByNodeId(node))
                .map(RedisClusterNode::getUri);
    }

    @Override
    public Pending sendTo(String node, Command command) {
        Call call = Call.of(command);
        CompletableFuture<?> sent = connectionTo(node).thenAccept(ready -> ready.dispatch(call));
        return deadline -> {
            Waiting.forResult(sent, deadline);
            return call.reply(deadline);
        };
    }

    @Override
    public void silent(Command command) {
        withOwner(command, suspicion::raise);
    }

    @Override
    public void deposed(Command command) {
        withOwner(command, suspicion::confirm);
    }

    @Override
    public void astray() {
        long now = System.nanoTime();
        long last = lookedAgain.get();
        if (now - last >= REFRESH_PAUSE.toNanos() && lookedAgain.compareAndSet(last, now)) {
            client.refreshPartitionsAsync();
        }
    }

    @Override
    public boolean settles() {
        return true;
    }

    @Override
    public void close() {
        connection.close();
        LettuceSingle.shutDown(client, resources);
    }

    /** Connections are made at their first use, which would have to wait for them. */
    private void connectMasters(Duration timeout) {
        long deadline = System.nanoTime() + timeout.toNanos();
        for (Pending ping : ping()) {
            try {
                ping.reply(deadline);
            } catch (Failure failure) {
                // A master that is down now is no reason not to start: its slots fail until it is back.
                continue;
            }
        }
    }

    /** Does something to the connection to the node that owns the command's key; to all when it has none. */
    private void withOwner(Command command, Consumer<StatefulRedisConnection<Bytes, Bytes>> action) {
        if (command.keyIndex() < 0) {
            nodes().forEach(node -> connectionTo(node).thenAccept(action));
            return;
        }
        RedisClusterNode owner = ownerOf(command.key());
        if (owner != null) {
            connectionTo(owner).thenAccept(action);
        }
    }

    private @Nullable RedisClusterNode ownerOf(Bytes name) {
        return connection.getPartitions().getPartitionBySlot(SlotHash.getSlot(name.toArray()));
    }

    private CompletableFuture<StatefulRedisConnection<Bytes, Bytes>> connectionTo(String node) {
        RedisClusterNode known = connection.getPartitions().getPartitionByNodeId(node);
        return known == null ? connection.getConnectionAsync(node) : connectionTo(known);
    }

    /**
     * The connection that commands for the node's slots use. Lettuce finds that one by host and port; asked by the node's
     * id it would make another.
     */
    private CompletableFuture<StatefulRedisConnection<Bytes, Bytes>> connectionTo(RedisClusterNode node) {
        return connection.getConnectionAsync(
                node.getUri().getHost(), node.getUri().getPort());
    }
}
