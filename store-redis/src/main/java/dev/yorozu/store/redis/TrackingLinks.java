package dev.yorozu.store.redis;

import dev.yorozu.store.Bytes;
import dev.yorozu.store.Key;
import dev.yorozu.store.backend.StoreObserver;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.protocol.ProtocolVersion;
import io.lettuce.core.resource.ClientResources;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A {@link TrackingLink} to each node whose keys are read.
 *
 * <p>One that has ended is replaced when its node is next read from, and not more often than now and then. Nobody waits for a
 * link: until there is one, its node is read without.
 */
final class TrackingLinks implements AutoCloseable {
    private static final Duration PAUSE = Duration.ofMillis(250);

    private final Map<String, TrackingLink> links = new ConcurrentHashMap<>();
    private final ClientResources resources = Lettuce.resources();
    private final RedisClient client = RedisClient.create(resources);
    private final Transport transport;
    private final Consumer<Bytes> changed;
    private final StoreObserver observer;
    private final Duration timeout;
    private volatile boolean closed;

    TrackingLinks(Transport transport, Consumer<Bytes> changed, StoreObserver observer, Duration timeout) {
        this.transport = transport;
        this.changed = changed;
        this.observer = observer;
        this.timeout = timeout;
        ClientOptions.Builder options = ClientOptions.builder();
        Lettuce.configure(options, timeout);
        client.setOptions(options.protocolVersion(ProtocolVersion.RESP3)
                .autoReconnect(false)
                .build());
        transport.onReconnect(this::endAll);
    }

    /** The link to the node that has the key now; null where there is none that may be relied on. */
    @Nullable
    TrackingLink to(Key key, long now) {
        String node = transport.nodeOf(key);
        TrackingLink link = links.get(node);
        if (link == null || link.ended(now, PAUSE)) {
            replace(node, link);
            return null;
        }
        return link.usable(now) ? link : null;
    }

    private void replace(String node, @Nullable TrackingLink ended) {
        TrackingLink fresh = new TrackingLink(changed, observer, timeout);
        boolean mine = ended == null ? links.putIfAbsent(node, fresh) == null : links.replace(node, ended, fresh);
        if (mine) {
            transport.uriOf(node).filter(uri -> !closed).ifPresentOrElse(uri -> fresh.connect(client, uri), fresh::end);
            endThoseOfNodesThatLeft();
        }
    }

    private void endThoseOfNodesThatLeft() {
        links.forEach((node, link) -> {
            if (!transport.nodes().contains(node)) {
                links.remove(node, link);
                link.end();
            }
        });
    }

    private void endAll() {
        links.values().forEach(TrackingLink::end);
    }

    @Override
    public void close() {
        closed = true;
        endAll();
        LettuceSingle.shutDown(client, resources);
    }
}
