package dev.yorozu.server.http;

import java.util.List;

/** One method at one path pattern, and what answers there. */
public final class Route {
    /** Stands for every method that has no route of its own. */
    public static final String ANY_METHOD = "*";

    private final String method;
    private final String pattern;
    private final Endpoint endpoint;
    private final ResponseDefaults manner;
    private final List<String> parameters;

    /**
     * A route.
     *
     * @param pattern the whole path with names in braces for what varies, like {@code /links/{id}}; it is what metrics
     *     and logs show in place of the path, which may carry secrets
     * @param manner what all its replies have in common
     */
    public Route(String method, String pattern, Endpoint endpoint, ResponseDefaults manner) {
        if (!pattern.startsWith("/")) {
            throw new IllegalArgumentException("A path pattern begins with a slash: " + pattern);
        }
        this.method = method;
        this.pattern = pattern;
        this.endpoint = endpoint;
        this.manner = manner;
        this.parameters = segments(pattern).stream()
                .filter(Route::isParameter)
                .map(segment -> segment.substring(1, segment.length() - 1))
                .toList();
        if (pattern.chars().filter(c -> c == '{').count() != parameters.size()) {
            throw new IllegalArgumentException("A parameter is a whole segment: " + pattern);
        }
    }

    /** The parts of a path between its slashes; one empty part for the path that is only a slash. */
    public static List<String> segments(String path) {
        return List.of(path.substring(1).split("/", -1));
    }

    public static boolean isParameter(String segment) {
        return segment.length() > 2 && segment.startsWith("{") && segment.endsWith("}");
    }

    public String method() {
        return method;
    }

    public String pattern() {
        return pattern;
    }

    public Endpoint endpoint() {
        return endpoint;
    }

    /** What all its replies have in common. */
    public ResponseDefaults manner() {
        return manner;
    }

    public List<String> segments() {
        return segments(pattern);
    }

    /** The names of the parameters, in the order in which a match gives their values. */
    List<String> parameters() {
        return parameters;
    }
}
