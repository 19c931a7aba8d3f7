package dev.yorozu.server.http.listener;

import dev.yorozu.server.http.Route;
import dev.yorozu.server.log.LogEvent;
import dev.yorozu.server.log.Logs;
import dev.yorozu.server.metrics.RequestMetrics;
import dev.yorozu.server.metrics.RequestMetrics.RouteTimer;
import dev.yorozu.server.tracing.Tracing;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

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
    private final @Nullable Tracing tracing;

    RequestLog(List<Route> routes, RequestMetrics metrics, Logs logs, InstantSource clock, Optional<Tracing> tracing) {
        this.metrics = metrics;
        this.logs = logs;
        this.clock = clock;
        this.tracing = tracing.orElse(null);
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
        Optional<String> trace =
                tracing == null ? Optional.empty() : tracing.answered(method(method), route(match), status);
        if (logs.takesAccess()) {
            LogEvent.Access access =
                    new LogEvent.Access(clock.instant(), id, method(method), shown(match), status, bytes, nanos);
            if (trace.isPresent()) {
                logs.access(access, trace.get());
            } else {
                logs.access(access);
            }
        }
    }

    private static Optional<String> route(Router.Match match) {
        return switch (match) {
            case Router.Match.Found found -> Optional.of(found.route().pattern());
            case Router.Match.OtherMethod other -> Optional.of(other.pattern());
            case Router.Match.Unknown none -> Optional.empty();
            case Router.Match.Malformed none -> Optional.empty();
        };
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
