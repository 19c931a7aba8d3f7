package dev.yorozu.store.redis;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.protocol.CommandType;
import io.lettuce.core.resource.ClientResources;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The way of what must be confirmed, beside the way of all else: a {@link ConfirmedLink} to each node that is written to, so
 * that nobody else waits for replicas.
 *
 * <p>A link that has ended is replaced when its node is next written to, and not more often than now and then.
 */
final class ConfirmedTransport implements Transport {
    private static final Duration PAUSE = Duration.ofMillis(50);
    private static final Command ASKING = Command.plain(CommandType.ASKING);

    private final Map<String, ConfirmedLink> links = new ConcurrentHashMap<>();
    private final ClientResources resources = Lettuce.resources();
    private final RedisClient client = RedisClient.create(resources);
    private final Transport transport;
    private final Confirming confirming;
    private final Duration timeout;
    private volatile boolean closed;

    ConfirmedTransport(Transport transport, Confirming confirming, Duration timeout) {
        this.transport = transport;
        this.confirming = confirming;
        this.timeout = timeout;
        ClientOptions.Builder options = ClientOptions.builder();
        Lettuce.configure(options, timeout);
        client.setOptions(options.autoReconnect(false).build());
    }

    @Override
    public Pending send(Command command) {
        return sendAll(List.of(command)).getFirst();
    }

    @Override
    public List<Pending> sendAll(List<Command> commands) {
        List<Pending> pending = new ArrayList<>(commands.size());
        Map<String, List<ConfirmedCall>> byNode = new HashMap<>();
        for (Command command : commands) {
            ConfirmedCall call = new ConfirmedCall(List.of(command));
            byNode.computeIfAbsent(transport.nodeOf(command), node -> new ArrayList<>(commands.size()))
                    .add(call);
            pending.add(deadline -> replyOf(command, call, deadline));
        }
        byNode.forEach((node, calls) -> to(node).send(calls));
        return pending;
    }

    /** Goes where the node sends it that gives its keys away just now. */
    private @Nullable Object replyOf(Command command, ConfirmedCall call, long deadline) throws Failure {
        try {
            return call.reply(deadline);
        } catch (Failure.Refused refused) {
            // ASK, the slot, and the host and port with a colon between them.
            String[] words = refused.text().split(" ", -1);
            if (words.length != 3 || !words[0].equals("ASK")) {
                throw refused;
            }
            int colon = words[2].lastIndexOf(':');
            String node =
                    transport.nodeAt(words[2].substring(0, colon), Integer.parseInt(words[2].substring(colon + 1)));
            ConfirmedCall asked = new ConfirmedCall(List.of(ASKING, command));
            to(node).send(List.of(asked));
            return asked.reply(deadline);
        }
    }

    private ConfirmedLink to(String node) {
        ConfirmedLink link = links.get(node);
        if (link != null && !link.ended(System.nanoTime(), PAUSE)) {
            return link;
        }
        ConfirmedLink fresh = new ConfirmedLink(confirming, timeout);
        boolean mine = link == null ? links.putIfAbsent(node, fresh) == null : links.replace(node, link, fresh);
        if (!mine) {
            return to(node);
        }
        if (link != null) {
            transport.astray();
        }
        transport.uriOf(node).filter(uri -> !closed).ifPresentOrElse(uri -> fresh.connect(client, uri), fresh::end);
        endThoseOfNodesThatLeft();
        return fresh;
    }

    private void endThoseOfNodesThatLeft() {
        List<String> nodes = transport.nodes();
        links.forEach((node, link) -> {
            if (!nodes.contains(node)) {
                links.remove(node, link);
                link.end();
            }
        });
    }

    /** A link finds out by itself that its node is silent. */
    @Override
    public void silent(Command command) {
        transport.silent(command);
    }

    @Override
    public void deposed(Command command) {
        ConfirmedLink link = links.get(transport.nodeOf(command));
        if (link != null) {
            link.end();
        }
        transport.deposed(command);
        transport.astray();
    }

    @Override
    public void astray() {
        transport.astray();
    }

    @Override
    public boolean settles() {
        return true;
    }

    @Override
    public void close() {
        closed = true;
        links.values().forEach(ConfirmedLink::end);
        LettuceSingle.shutDown(client, resources);
    }
}
