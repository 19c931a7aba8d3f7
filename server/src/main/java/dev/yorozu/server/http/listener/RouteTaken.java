package dev.yorozu.server.http.listener;

import dev.yorozu.server.http.Route;

/** Two modules answer the same method at the same path, so that one of them would never be asked. */
public final class RouteTaken extends IllegalArgumentException {
    RouteTaken(String method, String first, String second) {
        super("Two routes answer " + (method.equals(Route.ANY_METHOD) ? "any method" : method) + " at " + first
                + (first.equals(second) ? "" : " and " + second));
    }
}
