package dev.yorozu.server.http.listener;

import dev.yorozu.server.http.Route;
import dev.yorozu.server.net.PercentEncoding;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Finds the route of a request: a tree with one level for each segment of the path.
 *
 * <p>A literal segment goes before a parameter, and that before one for the rest. A parameter matches one segment that is not
 * empty, decoded by itself, so that an encoded slash stays within it; one for the rest matches all that follow. Paths are taken as they are: dots and doubled slashes mean nothing here.
 */
final class Router {
    private final Node root = new Node();
    /** The nodes at which paths without parameters end: a literal goes before a parameter at every level. */
    private final Map<String, Node> literalPaths = new HashMap<>();

    Router(List<Route> routes) {
        for (Route route : routes) {
            Node node = root.add(route);
            if (route.parameters().isEmpty()) {
                literalPaths.put(route.pattern(), node);
            }
        }
    }

    /** What became of a search. */
    sealed interface Match {
        record Found(Route route, List<String> values) implements Match {}

        /** The path is known, but not with this method. */
        record OtherMethod(String pattern, String allow) implements Match {}

        /** The path is unknown; the known part of it may be shown. */
        record Unknown(String known) implements Match {}

        /** The path is no well-formed text. */
        record Malformed() implements Match {}
    }

    Match match(String method, String target) {
        String rawPath = withoutOrigin(target);
        Node literal = literalPaths.get(rawPath);
        if (literal != null) {
            return literal.choose(method, List.of());
        }
        if (!rawPath.startsWith("/")) {
            return new Match.Malformed();
        }
        List<String> segments = new ArrayList<>();
        for (int start = 1; start <= rawPath.length(); ) {
            int slash = rawPath.indexOf('/', start);
            int end = slash < 0 ? rawPath.length() : slash;
            Optional<String> segment = PercentEncoding.path(rawPath.substring(start, end));
            if (segment.isEmpty()) {
                return new Match.Malformed();
            }
            segments.add(segment.get());
            start = end + 1;
        }
        List<String> values = new ArrayList<>();
        Node node = root.find(segments, 0, values);
        return node == null ? new Match.Unknown(known(segments)) : node.choose(method, values);
    }

    /** Clients may name the whole address, as they do to a proxy; HTTP/1.1 asks servers to take that too. */
    static String withoutOrigin(String target) {
        if (!target.startsWith("http://") && !target.startsWith("https://")) {
            return target;
        }
        int path = target.indexOf('/', target.indexOf("://") + 3);
        return path < 0 ? "/" : target.substring(path);
    }

    /** The longest beginning that consists of literals of known routes: all that is safe to log of an unknown path. */
    private String known(List<String> segments) {
        StringBuilder known = new StringBuilder();
        Node node = root;
        for (String segment : segments) {
            node = segment.isEmpty() ? null : node.literals.get(segment);
            if (node == null) {
                return known.append("/…").toString();
            }
            known.append('/').append(segment);
        }
        return known.toString();
    }

    private static final class Node {
        private final Map<String, Node> literals = new HashMap<>();
        private final Map<String, Route> methods = new TreeMap<>();
        private @Nullable Node parameter;
        private @Nullable Node tail;

        Node add(Route route) {
            Node node = this;
            for (String segment : route.segments()) {
                node = node.next(segment);
            }
            Route other = node.methods.putIfAbsent(route.method(), route);
            if (other != null) {
                throw new RouteTaken(route.method(), other.pattern(), route.pattern());
            }
            return node;
        }

        private Node next(String segment) {
            if (Route.isTail(segment)) {
                tail = tail == null ? new Node() : tail;
                return tail;
            }
            if (Route.isParameter(segment)) {
                parameter = parameter == null ? new Node() : parameter;
                return parameter;
            }
            return literals.computeIfAbsent(segment, name -> new Node());
        }

        @Nullable
        Node find(List<String> segments, int index, List<String> values) {
            if (index == segments.size()) {
                return methods.isEmpty() ? null : this;
            }
            String segment = segments.get(index);
            Node literal = literals.get(segment);
            Node found = literal == null ? null : literal.find(segments, index + 1, values);
            if (found != null) {
                return found;
            }
            int depth = values.size();
            if (parameter != null && !segment.isEmpty()) {
                values.add(segment);
                found = parameter.find(segments, index + 1, values);
            }
            if (found == null) {
                values.subList(depth, values.size()).clear();
            }
            if (found == null && tail != null) {
                values.addAll(segments.subList(index, segments.size()));
                return tail;
            }
            return found;
        }

        Match choose(String method, List<String> values) {
            Route route = methods.get(method);
            if (route == null && method.equals("HEAD")) {
                route = methods.get("GET");
            }
            if (route == null) {
                route = methods.get(Route.ANY_METHOD);
            }
            if (route != null) {
                return new Match.Found(route, values);
            }
            return new Match.OtherMethod(methods.values().iterator().next().pattern(), allow());
        }

        private String allow() {
            TreeSet<String> allowed = new TreeSet<>(methods.keySet());
            if (allowed.contains("GET")) {
                allowed.add("HEAD");
            }
            allowed.add("OPTIONS");
            return String.join(", ", allowed);
        }
    }
}
