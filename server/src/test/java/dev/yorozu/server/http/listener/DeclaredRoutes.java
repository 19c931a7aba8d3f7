package dev.yorozu.server.http.listener;

import dev.yorozu.server.http.HttpModule;
import dev.yorozu.server.http.Route;
import dev.yorozu.server.http.Routes;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The routes of modules, for tests that must meet every one of them. */
public final class DeclaredRoutes {
    private final List<Route> routes;
    private final Router router;

    public DeclaredRoutes(List<HttpModule> modules) {
        this.routes =
                modules.stream().flatMap(module -> Routes.of(module).stream()).toList();
        this.router = new Router(routes);
    }

    /** Each as its method and its pattern. */
    public Set<String> all() {
        return routes.stream().map(DeclaredRoutes::name).collect(Collectors.toSet());
    }

    /** The route that a request meets with the route's own method; one for any method is met by each. */
    public Optional<String> met(String method, String target) {
        String path = target.split("\\?", 2)[0];
        return router.match(method, path) instanceof Router.Match.Found found
                        && (found.route().method().equals(method)
                                || found.route().method().equals(Route.ANY_METHOD))
                ? Optional.of(name(found.route()))
                : Optional.empty();
    }

    /** The pattern that a request meets, and the values of what varies in it, by its names. */
    public record Met(String pattern, Map<String, String> values) {}

    /** What a request meets, with whatever method the route has. */
    public Optional<Met> find(String method, String target) {
        String path = target.split("\\?", 2)[0];
        if (!(router.match(method, path) instanceof Router.Match.Found found)) {
            return Optional.empty();
        }
        Map<String, String> values = new LinkedHashMap<>();
        List<String> names = found.route().parameters();
        for (int i = 0; i < names.size(); i++) {
            values.put(names.get(i), found.values().get(i));
        }
        return Optional.of(new Met(found.route().pattern(), values));
    }

    private static String name(Route route) {
        return route.method() + " " + route.pattern();
    }
}
