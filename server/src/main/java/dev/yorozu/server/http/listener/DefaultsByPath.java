package dev.yorozu.server.http.listener;

import dev.yorozu.server.http.ErrorForm;
import dev.yorozu.server.http.HttpModule;
import dev.yorozu.server.http.ResponseDefaults;
import java.util.Comparator;
import java.util.List;

/** Finds how a request is answered by where it went: as the module with the deepest path above it wants it. */
final class DefaultsByPath {
    private final List<Place> places;

    private record Place(String path, ResponseDefaults defaults) {
        boolean holds(String target) {
            return target.startsWith(path)
                    && (target.length() == path.length() || "/?".indexOf(target.charAt(path.length())) >= 0);
        }
    }

    /** Of modules with the same path, the first with defaults of its own decides on what none of them answers. */
    DefaultsByPath(List<? extends HttpModule> modules) {
        this.places = modules.stream()
                .filter(module -> module.errors() != ErrorForm.STANDARD
                        || !module.headers().isEmpty()
                        || module.crossOrigin().isSaid())
                .flatMap(module -> module.paths().stream().map(path -> new Place(path, ResponseDefaults.of(module))))
                .sorted(Comparator.comparing((Place each) -> each.path().length())
                        .reversed())
                .toList();
    }

    /** The defaults for what a search of the router found. */
    ResponseDefaults of(Router.Match match, String target) {
        return switch (match) {
            case Router.Match.Found found -> found.route().defaults();
            case Router.Match.OtherMethod other -> at(other.pattern());
            case Router.Match.Unknown unknown -> at(unknown.known());
            case Router.Match.Malformed malformed -> at(Router.withoutOrigin(target));
        };
    }

    /** The defaults below a path. */
    ResponseDefaults at(String path) {
        return places.stream()
                .filter(each -> each.holds(path))
                .findFirst()
                .map(Place::defaults)
                .orElse(ResponseDefaults.STANDARD);
    }
}
