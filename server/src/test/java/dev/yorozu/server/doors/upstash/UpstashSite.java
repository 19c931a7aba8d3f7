package dev.yorozu.server.doors.upstash;

import dev.yorozu.credential.Credentials;
import dev.yorozu.credential.Permission;
import dev.yorozu.credential.Rights;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.server.RunningServer;
import dev.yorozu.server.TestHost;
import dev.yorozu.server.http.HttpModule;
import dev.yorozu.server.written.Written;
import dev.yorozu.store.Store;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A running server with this door alone. It closes the store with itself. */
public final class UpstashSite implements AutoCloseable {
    private final Store store;
    private final Map<String, String> flags;
    private final TestHost host;
    private final RunningServer server;

    UpstashSite(Store store, InstantSource clock, Map<String, String> more) {
        this.store = store;
        this.flags = new HashMap<>(Map.of("doors.upstash.enabled", "on"));
        flags.putAll(more);
        this.host = TestHost.of(store, flags, clock);
        this.server =
                new RunningServer(store, flags, UpstashModule.of(host).stream().toArray(HttpModule[]::new));
    }

    static UpstashSite of(Store store) {
        return new UpstashSite(store, InstantSource.system(), Map.of());
    }

    RunningServer server() {
        return server;
    }

    TestHost host() {
        return host;
    }

    /** Where clients are told to find the database. */
    String url() {
        return server.uri("/upstash").toString();
    }

    /** A credential for these keys that may do all there is. */
    String secret(String name, String... patterns) {
        return secret(name, new Rights(List.of(patterns), EnumSet.allOf(Permission.class)));
    }

    String secret(String name, Rights rights) {
        String secret = ((Credentials.Creation.Created) credentials().create(name, rights))
                .secret()
                .text();
        Written.secret(secret);
        return secret;
    }

    void remove(String name) {
        credentials().remove(name);
    }

    private Credentials credentials() {
        return new Credentials(store, RandomTokens.secure(), host.clock());
    }

    HttpResponse<String> post(String path, String secret, String body) throws IOException, InterruptedException {
        return server.send(HttpRequest.newBuilder(server.uri("/upstash" + path))
                .header("Authorization", "Bearer " + secret)
                .POST(BodyPublishers.ofString(body))
                .build());
    }

    HttpResponse<String> get(String path, String secret) throws IOException, InterruptedException {
        return server.send(HttpRequest.newBuilder(server.uri("/upstash" + path))
                .header("Authorization", "Bearer " + secret)
                .build());
    }

    @Override
    public void close() {
        server.close();
        host.close();
    }
}
