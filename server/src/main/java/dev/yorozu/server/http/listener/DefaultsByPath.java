package dev.yorozu.server.http.listener;

import dev.yorozu.server.http.ErrorForm;
import dev.yorozu.server.http.HttpModule;
import dev.yorozu.server.http.ResponseDefaults;
import java.util.Comparator;
import java.util.List;

/** Finds how a request is answered by where it went: as the module of the deepest grounds that it lies on wants it. */
final class DefaultsByPath {
    private final List<Ground> grounds;

    private record Ground(String path, ResponseDefaults manner) {
        boolean holds(String target) {
            return target.startsWith(path)
                    && (target.length() == path.length() || "/?".indexOf(target.charAt(path.length())) >= 0);
        }
    }

    /** Of modules on the same grounds, the first with a manner of its own decides on what none of them answers. */
    DefaultsByPath(List<? extends HttpModule> modules) {
        this.grounds = modules.stream()
                .filter(module -> module.errors() != ErrorForm.STANDARD
                        || !module.headers().isEmpty()
                        || module.crossOrigin().isSaid())
                .flatMap(module -> module.grounds().stream().map(path -> new Ground(path, ResponseDefaults.of(module))))
                .sorted(Comparator.comparing((Ground each) -> each.path().length())
                        .reversed())
                .toList();
    }

    /** The manner for what a search of the router found. */
    ResponseDefaults of(Router.Match match, String target) {
        return switch (match) {
            case Router.Match.Found found -> found.route().manner();
            case Router.Match.OtherMethod other -> at(other.pattern());
            case Router.Match.Unknown unknown -> at(unknown.known());
            case Router.Match.Malformed malformed -> at(Router.withoutOrigin(target));
        };
    }

    /** The manner below a path. */
    ResponseDefaults at(String path) {
        return grounds.stream()
                .filter(each -> each.holds(path))
                .findFirst()
                .map(Ground::manner)
                .orElse(ResponseDefaults.STANDARD);
    }
}
