package dev.yorozu.server.http.listener;

import dev.yorozu.server.http.HttpModule;
import dev.yorozu.server.http.Routes;
import java.util.List;

/** The routes that modules declare. */
public final class RoutePatterns {
    private RoutePatterns() {}

    /**
     * One of them.
     *
     * @param method or {@code *} for every one
     * @param path with names in braces for what varies
     */
    public record Pattern(String method, String path) {}

    public static List<Pattern> of(List<? extends HttpModule> modules) {
        return modules.stream()
                .flatMap(module -> Routes.of(module).stream())
                .map(route -> new Pattern(route.method(), route.pattern()))
                .toList();
    }
}
