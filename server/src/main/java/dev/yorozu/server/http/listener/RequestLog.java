package dev.yorozu.server.http.listener;

import dev.yorozu.server.http.Route;
import dev.yorozu.server.log.LogEvent;
import dev.yorozu.server.log.Logs;
import dev.yorozu.server.metrics.RequestMetrics;
import dev.yorozu.server.metrics.RequestMetrics.RouteTimer;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** RequestLog for every request, in the metrics and in the log, by its route and never by its path. */
final class RequestLog {
    private static final Set<String> METHODS =
            Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "CONNECT", "TRACE");
    private static final String OTHER = "OTHER";

    private final RequestMetrics metrics;
    private final Logs logs;
    private final InstantSource clock;
    private final Map<Route, RouteTimer> routes = new IdentityHashMap<>();
    private final Map<String, RouteTimer> otherMethods = new HashMap<>();
    private final RouteTimer unknown;
    private final RouteTimer malformed;

    RequestLog(List<Route> routes, RequestMetrics metrics, Logs logs, InstantSource clock) {
        this.metrics = metrics;
        this.logs = logs;
        this.clock = clock;
        this.unknown = metrics.timer(OTHER, "(unknown)");
        this.malformed = metrics.timer(OTHER, "(malformed)");
        for (Route route : routes) {
            this.routes.put(route, metrics.timer(route.method(), route.pattern()));
            otherMethods.computeIfAbsent(route.pattern(), pattern -> metrics.timer(OTHER, pattern));
        }
    }

    void began() {
        metrics.began();
    }

    void ended() {
        metrics.ended();
    }

    void answered(Router.Match match, String method, String id, int status, long bytes, long nanos) {
        RouteTimer timer = switch (match) {
            case Router.Match.Found found -> routes.get(found.route());
            case Router.Match.OtherMethod other -> otherMethods.get(other.pattern());
            case Router.Match.Unknown none -> unknown;
            case Router.Match.Malformed none -> malformed;
        };
        if (timer != null) {
            timer.observe(status, nanos);
        }
        if (logs.takesAccess()) {
            logs.access(new LogEvent.Access(clock.instant(), id, method(method), shown(match), status, bytes, nanos));
        }
    }

    /** A method is free text to HTTP; only the usual ones are shown. */
    private static String method(String method) {
        return METHODS.contains(method) ? method : OTHER;
    }

    private static String shown(Router.Match match) {
        return switch (match) {
            case Router.Match.Found found -> found.route().pattern();
            case Router.Match.OtherMethod other -> other.pattern();
            case Router.Match.Unknown none -> none.known();
            case Router.Match.Malformed none -> "(malformed)";
        };
    }
}
