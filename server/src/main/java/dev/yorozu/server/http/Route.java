package dev.yorozu.server.http;

import java.util.List;

/**
 * One method at one path pattern, and what answers there.
 *
 * @param pattern the whole path with names in braces for what varies, like {@code /links/{id}}, or for the rest of it, like
 *     {@code /door/{rest…}}; it is what metrics and logs show in place of the path, which may carry secrets
 * @param defaults what all its replies have in common
 * @param parameters the names in the pattern, in the order in which a match gives their values
 */
public record Route(
        String method, String pattern, Endpoint endpoint, ResponseDefaults defaults, List<String> parameters) {
    /** Stands for every method that has no route of its own. */
    public static final String ANY_METHOD = "*";

    public Route {
        if (!pattern.startsWith("/")) {
            throw new IllegalArgumentException("A path pattern begins with a slash: " + pattern);
        }
        if (pattern.chars().filter(c -> c == '{').count() != parameters.size()) {
            throw new IllegalArgumentException("A parameter is a whole segment: " + pattern);
        }
    }

    public Route(String method, String pattern, Endpoint endpoint, ResponseDefaults defaults) {
        this(method, pattern, endpoint, defaults, parameters(pattern));
    }

    private static List<String> parameters(String pattern) {
        return segments(pattern).stream()
                .filter(Route::isParameter)
                .map(segment -> segment.substring(1, segment.length() - 1))
                .toList();
    }

    /** The parts of a path between its slashes; one empty part for the path that is only a slash. */
    public static List<String> segments(String path) {
        return List.of(path.substring(1).split("/", -1));
    }

    public static boolean isParameter(String segment) {
        return segment.length() > 2 && segment.startsWith("{") && segment.endsWith("}");
    }

    /** Whether a segment, which must be the last one, stands for all that follow. */
    public static boolean isTail(String segment) {
        return isParameter(segment) && segment.endsWith("…}");
    }

    public List<String> segments() {
        return segments(pattern);
    }
}
