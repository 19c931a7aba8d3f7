package dev.yorozu.server.doors.cloudflare;

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

/** A running server with this door alone, and a namespace {@code SHOP} beside that of the document. */
public final class KvSite implements AutoCloseable {
    static final String SHOP = "0123456789abcdef0123456789abcdef";
    static final String SESSIONS = "7fdcdf963f8649578fe1ccaadaa74ea8";

    private final Store store;
    private final TestHost host;
    private final RunningServer server;

    public KvSite(Store store, InstantSource clock) {
        this(store, clock, Map.of());
    }

    KvSite(Store store, InstantSource clock, Map<String, String> more) {
        this.store = store;
        Map<String, String> flags = new HashMap<>(Map.of(
                "doors.cloudflare.enabled",
                "on",
                "doors.cloudflare.namespaces",
                "SESSIONS=" + SESSIONS + "=@patreon, SHOP=" + SHOP + "=shop/"));
        flags.putAll(more);
        this.host = TestHost.of(store, flags, clock);
        this.server = new RunningServer(
                store, flags, CloudflareModule.of(host).stream().toArray(HttpModule[]::new));
    }

    RunningServer server() {
        return server;
    }

    Store store() {
        return store;
    }

    /** Where a Worker finds the door: a host and a port. */
    public String address() {
        return server.uri("").getAuthority();
    }

    /** A credential for these keys that may do all there is. */
    public String secret(String name, String... patterns) {
        return secret(name, new Rights(List.of(patterns), EnumSet.allOf(Permission.class)));
    }

    String secret(String name, Rights rights) {
        Credentials credentials = new Credentials(store, RandomTokens.secure(), host.clock());
        String secret = ((Credentials.Creation.Created) credentials.create(name, rights))
                .secret()
                .text();
        Written.secret(secret);
        return secret;
    }

    HttpResponse<String> call(String method, String path, String secret, String body, String... headers)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(server.uri("/kv" + path))
                .header("Authorization", "Bearer " + secret)
                .method(method, BodyPublishers.ofString(body));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return server.send(request.build());
    }

    @Override
    public void close() {
        server.close();
        host.close();
    }
}
