package dev.yorozu.store.redis;

import dev.yorozu.store.Bytes;
import dev.yorozu.store.StoreException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.protocol.CommandType;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

/** Connects by URL, and makes sure before the first use that this Redis can serve as a store. */
final class Opening {
    /** The first version with everything that the store uses. */
    private static final String NEEDED = "6.2";

    private final Duration timeout;
    private final boolean writing;
    private final Confirmation confirmation;

    private Opening(RedisSettings settings, boolean writing) {
        this.timeout = settings.timeout();
        this.writing = writing;
        this.confirmation = settings.confirmation();
    }

    /**
     * A way to Redis that has been checked.
     *
     * @param createsInOneStep whether Redis takes {@code SET … NX GET}
     */
    record Opened(Transport transport, boolean createsInOneStep) {}

    static Opened open(RedisSettings settings) {
        return new Opening(settings, true).opened(settings);
    }

    /** For who will not write: a replica, or a token that may only read, will do. */
    static Opened openToRead(RedisSettings settings) {
        return new Opening(settings, false).opened(settings);
    }

    private Opened opened(RedisSettings settings) {
        return switch (RedisUrl.parse(settings.url())) {
            case RedisUrl.Single url -> single(url);
            case RedisUrl.Sentinel url -> sentinel(url);
            case RedisUrl.Cluster url -> cluster(url);
            case RedisUrl.Upstash url -> upstash(url, settings.token());
        };
    }

    private Opened single(RedisUrl.Single url) {
        String where = "Redis at " + url.address() + (url.tls() ? " with TLS" : "");
        RedisURI uri = Lettuce.uri(url.address(), url.tls(), url.login(), url.database(), timeout);
        return checked(where, connected(where, uri));
    }

    private Opened sentinel(RedisUrl.Sentinel url) {
        String where = "The Redis master that the sentinels name";
        return checked(where, connected(where, Lettuce.uri(url, timeout)));
    }

    private Opened checked(String where, Transport transport) {
        try {
            ServerFacts facts = facts(where, transport);
            requireVersion(where, facts);
            if (facts.clustered()) {
                throw new StoreException.CannotOpen(
                        where + " is a node of a cluster: use a store URL that begins with redis-cluster://");
            }
            if (writing && facts.replica()) {
                throw new StoreException.CannotOpen(
                        where + " is a read-only replica: name its master in the store URL");
            }
            requireConfirming(where, transport);
            return new Opened(transport, facts.atLeast(7, 0));
        } catch (RuntimeException e) {
            transport.close();
            throw e;
        }
    }

    /** Asks the named nodes in turn, until one can be reached, before the cluster as a whole is opened. */
    private Opened cluster(RedisUrl.Cluster url) {
        StoreException.CannotOpen unreachable = null;
        for (RedisUrl.Address node : url.nodes()) {
            String where = "Redis at " + node;
            Transport transport;
            try {
                transport = connected(where, Lettuce.uri(node, false, url.login(), 0, timeout));
            } catch (StoreException.CannotOpen e) {
                unreachable = unreachable == null ? e : unreachable;
                continue;
            }
            try (transport) {
                requireClusterNode(where, facts(where, transport));
                requireConfirming(where, transport);
            }
            return wholeCluster(url);
        }
        throw unreachable == null ? new StoreException.CannotOpen("The store URL names no node") : unreachable;
    }

    private static void requireClusterNode(String where, ServerFacts facts) {
        requireVersion(where, facts);
        if (!facts.clustered()) {
            throw new StoreException.CannotOpen(
                    where + " is not a node of a cluster: use a store URL that begins with redis://");
        }
    }

    private Opened wholeCluster(RedisUrl.Cluster url) {
        List<RedisURI> nodes = url.nodes().stream()
                .map(node -> Lettuce.uri(node, false, url.login(), 0, timeout))
                .toList();
        try {
            // Nodes of different versions may meet in a cluster, so nothing is built on the version of one of them.
            return new Opened(LettuceCluster.connect(nodes, timeout), false);
        } catch (RuntimeException e) {
            throw Refusal.of("The Redis cluster", e, timeout);
        }
    }

    /** Deletes a key that is not there, which only a token that may write can do; who only reads asks for it. */
    private Opened upstash(RedisUrl.Upstash url, String token) {
        if (confirmation.isAsked()) {
            throw new StoreException.CannotOpen(
                    "Upstash cannot be asked to wait for replicas or for its disk: turn waiting off");
        }
        if (token.isBlank()) {
            throw new StoreException.CannotOpen("Upstash needs a token: set it beside the store URL");
        }
        Transport transport = new Upstash(url.endpoint(), token, timeout);
        Bytes nowhere = Bytes.of("yorozu:probe:" + UUID.randomUUID());
        try {
            transport
                    .send(Command.on(nowhere, writing ? CommandType.DEL : CommandType.GET))
                    .reply(System.nanoTime() + timeout.toNanos());
            return new Opened(transport, false);
        } catch (Failure failure) {
            transport.close();
            throw Refusal.ofUpstash("Upstash at " + url.endpoint().getAuthority(), failure, timeout);
        }
    }

    private Transport connected(String where, RedisURI uri) {
        try {
            return LettuceSingle.connect(uri, timeout);
        } catch (RuntimeException e) {
            throw Refusal.of(where, e, timeout);
        }
    }

    private ServerFacts facts(String where, Transport transport) {
        try {
            Object reply = transport.send(Command.plain(CommandType.INFO)).reply(System.nanoTime() + timeout.toNanos());
            return ServerFacts.of(Replies.bytes(reply).text());
        } catch (Failure failure) {
            throw Refusal.of(where, failure, timeout);
        }
    }

    /** Waits for nothing, which only a Redis can that knows how to wait. */
    private void requireConfirming(String where, Transport transport) {
        if (!confirmation.isAsked()) {
            return;
        }
        try {
            transport
                    .send(Confirming.within(timeout, confirmation).atOnce().command())
                    .reply(System.nanoTime() + timeout.toNanos());
        } catch (Failure.Refused refused) {
            throw new StoreException.CannotOpen(where + Refusal.ofConfirming(refused), refused);
        } catch (Failure failure) {
            throw Refusal.of(where, failure, timeout);
        }
    }

    private static void requireVersion(String where, ServerFacts facts) {
        if (!facts.atLeast(6, 2)) {
            throw new StoreException.CannotOpen(where + " has version " + facts.version()
                    + ", which is too old: version " + NEEDED + " or later is needed");
        }
    }
}
