package dev.yorozu.server.systems.users;

import dev.yorozu.server.http.Endpoint;
import dev.yorozu.server.http.Routes;
import java.util.List;

/** Collects routes that answer under the system's mount and, the same, under {@code /api/v1} there. */
public final class BothPrefixes {
    private static final List<String> PREFIXES = List.of("", "/api/v1");

    private final Routes routes;

    BothPrefixes(Routes routes) {
        this.routes = routes;
    }

    public BothPrefixes get(String pattern, Endpoint endpoint) {
        return on("GET", pattern, endpoint);
    }

    public BothPrefixes post(String pattern, Endpoint endpoint) {
        return on("POST", pattern, endpoint);
    }

    public BothPrefixes put(String pattern, Endpoint endpoint) {
        return on("PUT", pattern, endpoint);
    }

    public BothPrefixes delete(String pattern, Endpoint endpoint) {
        return on("DELETE", pattern, endpoint);
    }

    private BothPrefixes on(String method, String pattern, Endpoint endpoint) {
        PREFIXES.forEach(prefix -> routes.on(method, prefix + pattern, endpoint));
        return this;
    }
}
