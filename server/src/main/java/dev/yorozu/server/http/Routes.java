package dev.yorozu.server.http;

import java.util.ArrayList;
import java.util.List;

/** Collects the routes of one module below its mount. */
public final class Routes {
    private final String mount;
    private final ResponseDefaults defaults;
    private final List<Route> routes;

    private Routes(String mount, ResponseDefaults defaults, List<Route> routes) {
        if (!mount.isEmpty() && (!mount.startsWith("/") || mount.endsWith("/"))) {
            throw new IllegalArgumentException("A mount is empty, or begins with a slash and ends without: " + mount);
        }
        this.mount = mount;
        this.defaults = defaults;
        this.routes = routes;
    }

    public static List<Route> of(HttpModule module) {
        Routes routes = new Routes(module.mount(), ResponseDefaults.of(module), new ArrayList<>());
        module.routes(routes);
        return List.copyOf(routes.routes);
    }

    /** For routes of the same module whose patterns all begin with this path. */
    public Routes under(String path) {
        return new Routes(mount + path, defaults, routes);
    }

    /** For routes of the same module whose errors look otherwise, whoever finds them. */
    public Routes withErrors(ErrorForm form) {
        return new Routes(mount, defaults.withErrors(form), routes);
    }

    /** For routes of the same module that show pages: a browser gets also their errors as pages. */
    public Routes pages() {
        return new Routes(mount, defaults.withPages(), routes);
    }

    /** Answers GET and, without the body, HEAD. */
    public Routes get(String pattern, Endpoint endpoint) {
        return on("GET", pattern, endpoint);
    }

    public Routes post(String pattern, Endpoint endpoint) {
        return on("POST", pattern, endpoint);
    }

    public Routes put(String pattern, Endpoint endpoint) {
        return on("PUT", pattern, endpoint);
    }

    public Routes delete(String pattern, Endpoint endpoint) {
        return on("DELETE", pattern, endpoint);
    }

    /** Answers every method that no other route of this pattern answers, so that the endpoint itself can refuse some. */
    public Routes any(String pattern, Endpoint endpoint) {
        return on(Route.ANY_METHOD, pattern, endpoint);
    }

    public Routes on(String method, String pattern, Endpoint endpoint) {
        routes.add(new Route(method, mount + pattern, endpoint, defaults));
        return this;
    }
}
