package dev.yorozu.server.systems.oidc;

import dev.yorozu.keyspace.Keyspace;
import dev.yorozu.server.RunningServer;
import dev.yorozu.server.TestHost;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Scan;
import dev.yorozu.store.ValueType;
import dev.yorozu.store.memory.MemoryStore;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;

/** A running server with this system alone, whose clock can be put forward. */
final class OidcSiteUnderTest implements AutoCloseable {
    private final AtomicReference<Duration> ahead = new AtomicReference<>(Duration.ZERO);
    private final MemoryStore store = new MemoryStore();
    private final TestHost host;
    private final RunningServer server;

    OidcSiteUnderTest(String issuer, Map<String, String> more) {
        Map<String, String> flags = new HashMap<>(more);
        flags.put("systems.oidc.issuer", issuer);
        flags.put("systems.oidc.clientId", IndependentProvider.CLIENT);
        host = TestHost.of(store, flags, this::now);
        server = host.serving(new OidcSystem(), flags);
    }

    private Instant now() {
        return InstantSource.system().instant().plus(ahead.get());
    }

    void putForward(Duration time) {
        ahead.updateAndGet(before -> before.plus(time));
    }

    RunningServer server() {
        return server;
    }

    Visitor visitor() {
        return new Visitor(server.server().url());
    }

    /** How many keys of each pattern the store holds. */
    Map<String, Integer> keys() {
        Map<String, Integer> counts = new TreeMap<>();
        store.scan(Scan.of("", 1000))
                .keys()
                .forEach(key -> counts.merge(
                        Keyspace.schema().match(key.name()).orElseThrow().template(), 1, Integer::sum));
        return counts;
    }

    /** Writes something else where the sessions of each user are listed. */
    void misplaceIndex() {
        store.scan(Scan.of("oidc:user:", 1000)).keys().forEach(key -> {
            store.commit(Batch.builder().delete(key).build());
            store.commit(Batch.builder().put(key, "garbage", Expiry.never()).build());
        });
    }

    int sessions() {
        return keys().getOrDefault("oidc:session:{sid}", 0);
    }

    /** All that lies in the store, as text. */
    String dump() {
        StringBuilder dump = new StringBuilder();
        store.scan(Scan.of("", 1000)).keys().forEach(key -> {
            dump.append(key.name()).append('\n');
            if (Keyspace.schema().match(key.name()).orElseThrow().type() == ValueType.STRING) {
                dump.append(store.get(key).orElseThrow().text()).append('\n');
            }
        });
        return dump.toString();
    }

    @Override
    public void close() {
        server.close();
        host.close();
    }
}
