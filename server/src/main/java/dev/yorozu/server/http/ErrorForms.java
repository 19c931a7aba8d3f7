package dev.yorozu.server.http;

import java.util.Comparator;
import java.util.List;

/** Finds the form of an error by where the request went: that of the deepest mount it lies below. */
final class ErrorForms {
    private final List<Mounted> mounted;

    private record Mounted(String mount, ErrorForm form) {
        boolean holds(String path) {
            return path.startsWith(mount)
                    && (path.length() == mount.length() || "/?".indexOf(path.charAt(mount.length())) >= 0);
        }
    }

    /** Of modules at one mount, the first that brings a form of its own decides on what none of them answers. */
    ErrorForms(List<? extends HttpModule> modules) {
        this.mounted = modules.stream()
                .filter(module -> module.errors() != ErrorForm.STANDARD)
                .map(module -> new Mounted(module.mount(), module.errors()))
                .sorted(Comparator.comparing((Mounted each) -> each.mount().length())
                        .reversed())
                .toList();
    }

    /** The form for what a search of the router found. */
    ErrorForm of(Router.Match match, String target) {
        return switch (match) {
            case Router.Match.Found found -> found.route().errors();
            case Router.Match.OtherMethod other -> at(other.pattern());
            case Router.Match.Unknown unknown -> at(unknown.known());
            case Router.Match.Malformed malformed -> at(Router.withoutOrigin(target));
        };
    }

    /** The form below a path. */
    ErrorForm at(String path) {
        for (Mounted each : mounted) {
            if (each.holds(path)) {
                return each.form();
            }
        }
        return ErrorForm.STANDARD;
    }
}
