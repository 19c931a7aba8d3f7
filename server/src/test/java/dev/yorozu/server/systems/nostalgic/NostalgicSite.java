package dev.yorozu.server.systems.nostalgic;

import dev.yorozu.command.Session;
import dev.yorozu.credential.Credentials;
import dev.yorozu.credential.Permission;
import dev.yorozu.credential.Rights;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.server.CountingStore;
import dev.yorozu.server.RunningServer;
import dev.yorozu.server.TestHost;
import dev.yorozu.server.access.credential.Visitor;
import dev.yorozu.server.written.Written;
import dev.yorozu.store.Durability;
import dev.yorozu.store.Store;
import dev.yorozu.store.backend.Limits;
import dev.yorozu.store.backend.StoreObserver;
import dev.yorozu.store.memory.MemoryStore;
import java.net.InetAddress;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A running server with this system alone, behind a proxy that says where calls come from. Everything has an address of
 * its own, so that tests can share a site.
 */
final class NostalgicSite implements AutoCloseable {
    static final String TOKEN = "the token of all owners";
    static final String SECRET = "a secret that only these tests know";

    private static final AtomicInteger NUMBERS = new AtomicInteger();

    private final CountingStore store;
    private final TestHost host;
    private final RunningServer server;

    NostalgicSite(Store kept, InstantSource clock, Map<String, String> more) {
        Written.secret(TOKEN);
        Written.secret(SECRET);
        this.store = new CountingStore(kept);
        Map<String, String> flags = new HashMap<>(Map.of(
                "trustedProxies", "127.0.0.1",
                "systems.nostalgic.secret", SECRET,
                "systems.nostalgic.rates.owner", "100000",
                "systems.nostalgic.rates.write", "100000"));
        flags.putAll(more);
        this.host = TestHost.of(store, flags, clock);
        this.server = new RunningServer(
                store, flags, new NostalgicSystem().modules(host).getFirst());
    }

    /** In memory, by a clock of the test's. */
    static NostalgicSite of(InstantSource clock, Map<String, String> more) {
        return new NostalgicSite(new MemoryStore(clock, Limits.DEFAULT, StoreObserver.NONE), clock, more);
    }

    /** Somebody new, at an address of their own. */
    Page page() {
        int number = NUMBERS.incrementAndGet();
        return new Page(server.server().url(), "10.%d.%d.7".formatted(number / 256 % 256, number % 256));
    }

    /** The address of a page that has no service yet. */
    static String url() {
        return "https://site" + NUMBERS.incrementAndGet() + ".example/";
    }

    /** The id of a new service. */
    String made(String path, String url, String... more) throws Exception {
        return page().get(path, Page.with(more, "action", "create", "url", url, "token", TOKEN))
                .isOk()
                .text("id");
    }

    CountingStore store() {
        return store;
    }

    RunningServer server() {
        return server;
    }

    /** Somebody who may do anything by a door. */
    Session client() {
        String secret = ((Credentials.Creation.Created) new Credentials(store, RandomTokens.secure(), host.clock())
                        .create("client", new Rights(List.of("*"), EnumSet.allOf(Permission.class))))
                .secret()
                .text();
        Written.secret(secret);
        Visitor visitor = host.visitors().visitor("redis", InetAddress.getLoopbackAddress());
        visitor.signIn("default", secret);
        return host.doors().session(visitor, Durability.DURABLE);
    }

    String metrics() {
        return host.metricsText();
    }

    @Override
    public void close() {
        server.close();
        host.close();
    }
}
